import { z } from "zod";
import { ParameterError } from "./api-error.ts";
import type { Tree } from "./form.ts";

export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,12}$/, { error: ({ input }) => `Invalid integer: ${input}` })
  .transform(Number);

export const trueOrFalse = z
  .enum(["true", "false"], { error: ({ input }) => `Invalid boolean: ${input}` })
  .transform((value) => value === "true");

/** Up to 50 keys. An empty value removes its key; an empty string instead of keys removes them all. */
export const Metadata = z.union([
  z.literal("").transform(() => null),
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((map) => Object.keys(map).length <= 50, "Metadata can have up to 50 keys"),
]);

/** Validates parameters with Stripe's error codes. @throws ParameterError for the first invalid one. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: { [key: string]: Tree },
): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]] : issue?.path;
  const [first = "", ...rest] = (path ?? []).map(String);
  const param = first + rest.map((key) => `[${key}]`).join("");
  if (issue?.code === "unrecognized_keys") {
    throw new ParameterError(`Received unknown parameter: ${param}`, {
      code: "parameter_unknown",
      param,
    });
  }
  if (!(first in params)) {
    throw new ParameterError(`Missing required param: ${param}.`, {
      code: "parameter_missing",
      param,
    });
  }
  const message = issue?.message ?? "Invalid request.";
  const code = message.startsWith("Invalid integer") ? "parameter_invalid_integer" : undefined;
  throw new ParameterError(message, { param, ...(code && { code }) });
}
