import type { ErrorIssue } from "../errors.ts";
import { z } from "./z.ts";

/** Keeps an answer small when a hostile input is wrong in thousands of places. */
const MAX_ISSUES = 20;

const NO_OBJECT = "Send the fields as a JSON object";

/** A field of this name stands for a body that is no object, where the fields of a body are joined by others. */
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

/** The input of a call without payload: nothing, null or an empty object. */
export const NoPayload = z.strictObject({}, { error: "This call takes no payload" }).nullish();

/** The issues of a failed parse, at most 20: one for each wrong field, unknown ones under their own name. */
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
  return issues.slice(0, MAX_ISSUES);
}
