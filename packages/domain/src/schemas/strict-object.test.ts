import { expect, test } from "vitest";
import { listIssues, strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

const Dog = strictObject({
  name: z.string("Name is required"),
  ages: z.array(z.number("Not an age")),
});

function issuesOf(input: unknown) {
  const { error } = Dog.safeParse(input);
  return error ? listIssues(error) : [];
}

test("lists wrong fields by their path and unknown ones by their name", () => {
  expect(issuesOf({ ages: [1, "two"], colour: "red" })).toEqual([
    { path: "name", message: "Name is required" },
    { path: "ages.1", message: "Not an age" },
    { path: "colour", message: "Unknown field: colour" },
  ]);
});

test("names a field called __proto__ as unknown", () => {
  const input: unknown = JSON.parse('{"name": "Rex", "ages": [], "__proto__": {"admin": true}}');
  expect(issuesOf(input)).toMatchObject([{ path: "__proto__" }]);
});

test("keeps the list short when thousands of fields are wrong or names are long", () => {
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`field${n}`, 1]));
  const long = { [`x${"y".repeat(60_000)}`]: 1 };
  for (const wrong of [unknown, { ages: Array(3000).fill("two") }, { ...long, ...unknown }]) {
    const issues = issuesOf({ name: "Rex", ages: [], ...wrong });
    expect(issues).toHaveLength(20);
    expect(JSON.stringify(issues).length).toBeLessThan(2000);
  }
});

test("zod never probes for code generation, which the pages' policy would report", () => {
  expect(z.config().jitless).toBe(true);
});
