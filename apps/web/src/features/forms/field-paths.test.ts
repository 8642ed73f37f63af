import { describe, expect, test } from "vitest";
import { findField, findMessage, listMessages } from "./field-paths.ts";

const values = {
  name: "",
  record: { tests: [{ name: "", result: "" }, { name: "" }], methods: ["natural"], rows: [] },
};

const error = (message: string) => ({ type: "custom", message, ref: { name: "a control" } });

describe("listMessages", () => {
  test("lists nested messages in the order of the values, whatever the order of the errors", () => {
    const errors = {
      record: { methods: error("3"), tests: [undefined, { name: error("2") }] },
      name: error("1"),
    };
    expect(listMessages(errors, values)).toEqual([
      { name: "name", message: "1" },
      { name: "record.tests.1.name", message: "2" },
      { name: "record.methods", message: "3" },
    ]);
  });

  test("lists a message of a whole list, and of a field that has no value", () => {
    const tests = Object.assign([], { root: error("Too many") });
    expect(listMessages({ record: { tests, gone: error("Gone") } }, values)).toEqual([
      { name: "record.tests", message: "Too many" },
      { name: "record.gone", message: "Gone" },
    ]);
  });

  test("skips the errors of no field and empty messages", () => {
    expect(listMessages({ root: { form: error("x") }, name: error("") }, values)).toEqual([]);
  });
});

test("finds the message of a nested field", () => {
  const errors = { record: { tests: [undefined, { name: error("Needed") }] } };
  expect(findMessage(errors, "record.tests.1.name")).toBe("Needed");
  expect(findMessage(errors, "record.tests.0.name")).toBeUndefined();
  expect(findMessage(errors, "record.tests")).toBeUndefined();
});

test.each([
  ["name", "name"],
  ["record.tests.1.name", "record.tests.1.name"],
  ["record.methods.0", "record.methods"],
  ["record.rows", "record.rows"],
  ["record.tests", undefined],
  ["record.tests.1.url", undefined],
  ["record", undefined],
  ["other", undefined],
  ["constructor", undefined],
  ["record.toString", undefined],
])("the path %s leads to the field %s", (path, field) => {
  expect(findField(values, path)).toBe(field);
});
