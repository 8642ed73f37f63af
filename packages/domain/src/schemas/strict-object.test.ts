import { expect, test } from "vitest";
import {
  DESPITE_ISSUES,
  listIssues,
  NOT_AN_OBJECT,
  NoPayload,
  strictObject,
} from "./strict-object.ts";
import { z } from "./z.ts";

const Dog = strictObject({
  name: z.string("Name is required"),
  ages: z.array(z.number("Not an age")),
});

function issuesOf(input: unknown) {
  const { error } = Dog.safeParse(input);
  return error ? listIssues(error) : [];
}

test("lists invalid fields by their path and unknown fields by their name", () => {
  expect(issuesOf({ ages: [1, "two"], color: "red" })).toEqual([
    { path: "name", message: "Name is required" },
    { path: "ages.1", message: "Not an age" },
    { path: "color", message: "Unknown field: color" },
  ]);
});

test("reports an unknown field of a nested object with its full path", () => {
  const Kennel = strictObject({ dog: Dog });
  const { error } = Kennel.safeParse({ dog: { name: "Rex", ages: [], color: "red", tail: 1 } });
  expect(error && listIssues(error)).toEqual([
    { path: "dog.color", message: "Unknown field: color" },
    { path: "dog.tail", message: "Unknown field: tail" },
  ]);
  expect(error?.message).toContain("Unknown field: color. Unknown field: tail");
});

test("reports a field that breaks several rules with one message once", () => {
  const Age = strictObject({ age: z.number().min(1, "Not an age").multipleOf(2, "Not an age") });
  const { error } = Age.safeParse({ age: -1 });
  expect(error?.issues).toHaveLength(2);
  expect(error && listIssues(error)).toEqual([{ path: "age", message: "Not an age" }]);
});

test("runs a check of an object despite the issues of its fields, but not of what is no object", () => {
  const Pair = strictObject({ low: z.number("Low is no number"), high: z.number() }).superRefine(
    ({ high }, context) => {
      if (high < 5) context.addIssue({ code: "custom", path: ["high"], message: "Too low" });
    },
    DESPITE_ISSUES,
  );
  const messagesOf = (input: unknown) =>
    Pair.safeParse(input).error?.issues.map(({ message }) => message);
  expect(messagesOf({ low: "1", high: 2 })).toEqual(["Low is no number", "Too low"]);
  for (const input of [null, undefined, 7]) {
    expect(messagesOf(input)).toEqual(["Send the fields as a JSON object"]);
  }
});

test("asks for a JSON object, without a path, if the body is not an object", () => {
  const issue = { path: "", message: "Send the fields as a JSON object" };
  expect(issuesOf(7)).toEqual([issue]);
  expect(issuesOf({ name: "Rex", ages: [], [NOT_AN_OBJECT]: 7 })).toEqual([issue]);
});

test.each([undefined, null, {}])("NoPayload accepts %j", (input) => {
  expect(NoPayload.safeParse(input).success).toBe(true);
});

test.each([[{ id: 1 }], [7], [[]]])("NoPayload refuses %j", (input) => {
  expect(NoPayload.safeParse(input).error?.issues).toMatchObject([
    { message: "This endpoint takes no request body" },
  ]);
});

test("reports a field called __proto__ as unknown", () => {
  const input: unknown = JSON.parse('{"name": "Rex", "ages": [], "__proto__": {"admin": true}}');
  expect(issuesOf(input)).toMatchObject([{ path: "__proto__" }]);
});

test("limits the list if thousands of fields are invalid or field names are long", () => {
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`field${n}`, 1]));
  const long = { [`x${"y".repeat(60_000)}`]: 1 };
  for (const wrong of [unknown, { ages: Array(3000).fill("two") }, { ...long, ...unknown }]) {
    const issues = issuesOf({ name: "Rex", ages: [], ...wrong });
    expect(issues).toHaveLength(20);
    expect(JSON.stringify(issues).length).toBeLessThan(2000);
  }
});

test("zod does not try to generate code, which the pages' content security policy would report", () => {
  expect(z.config().jitless).toBe(true);
});
