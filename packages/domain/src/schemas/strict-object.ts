import type { ErrorIssue } from "../errors.ts";
import { z } from "./z.ts";

/** Limits the response to a hostile input with thousands of errors. */
const MAX_ISSUES = 20;

const NO_OBJECT = "Send the fields as a JSON object";

/** The field that holds a body that is not an object, for inputs that combine the body with path parameters. */
export const NOT_AN_OBJECT = "(body)";

function unknownField(name: string): string {
  return name === NOT_AN_OBJECT ? NO_OBJECT : `Unknown field: ${name.slice(0, 100)}`;
}

/** An object that refuses unknown fields and names them. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.slice(0, MAX_ISSUES).map(unknownField).join(". ")
        : NO_OBJECT,
  });
}

/**
 * Makes a check of an object's fields run even if some of them are invalid, so that all issues are reported together. The
 * check must expect any value in them.
 */
export const DESPITE_ISSUES = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** The input of a call without a payload: undefined, null or an empty object. */
export const NoPayload = z
  .strictObject({}, { error: "This endpoint takes no request body" })
  .nullish();

/**
 * Returns up to 20 issues of a failed parse, of invalid and of unknown fields. A field that breaks several rules with the
 * same message has one issue.
 */
export function listIssues(error: z.ZodError): ErrorIssue[] {
  const issues = error.issues.slice(0, MAX_ISSUES).flatMap((issue): ErrorIssue[] => {
    if (issue.code !== "unrecognized_keys") {
      return [{ path: issue.path.join("."), message: issue.message }];
    }
    return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
      path: key === NOT_AN_OBJECT ? "" : [...issue.path, key.slice(0, 100)].join("."),
      message: unknownField(key),
    }));
  });
  const different = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  return [...different.values()].slice(0, MAX_ISSUES);
}
