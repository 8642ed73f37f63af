import { FIRST_BIRTH_YEAR, FIRST_BIRTHDATE } from "../../birthdate.ts";
import { isDay } from "../../day.ts";
import { formatCount } from "../../format.ts";
import { requiredText, typeMessage } from "../text.ts";
import { z } from "../z.ts";

const MAX_URL_LENGTH = 300;

type TextLimits = { label: string; max: number; description?: string };

/** An optional text of one line. */
export function optionalText({ label, max, description = label }: TextLimits) {
  return requiredText({ label, max }).meta({ description }).optional();
}

type NumberLimits = { label: string; min: number; max: number; description?: string };

/** An optional whole number. */
export function optionalInteger({ label, min, max, description = label }: NumberLimits) {
  const message = `${label} must be a whole number from ${min} to ${formatCount(max)}`;
  return z
    .number(message)
    .int(message)
    .min(min, message)
    .max(max, message)
    .meta({ description })
    .optional();
}

/** An optional number in steps of one half. */
export function optionalHalves({ label, min, max, description = label }: NumberLimits) {
  const message = `${label} must be a number from ${min} to ${max} in steps of 0.5`;
  return z
    .number(message)
    .min(min, message)
    .max(max, message)
    .multipleOf(0.5, message)
    .meta({ description })
    .optional();
}

export function optionalBoolean(label: string, description: string) {
  return z.boolean(`${label} must be true or false`).meta({ description }).optional();
}

/** One of several values. */
export function choice<const Value extends string>(
  label: string,
  values: readonly Value[],
  description: string,
) {
  const list = values.join(", ");
  return z
    .enum(values, {
      error: ({ input }) =>
        input === undefined || input === null || input === ""
          ? `${label} is required`
          : `${label} must be one of: ${list}`,
    })
    .meta({ description });
}

/** An optional list of different values. */
export function optionalChoices<const Value extends string>(
  label: string,
  values: readonly Value[],
  description: string,
) {
  const message = `${label} must be a list of: ${values.join(", ")}`;
  return z
    .array(z.enum(values, { error: message }), { error: message })
    .max(values.length, message)
    .refine((list) => new Set(list).size === list.length, `${label} cannot repeat a value`)
    .meta({ description, uniqueItems: true })
    .optional();
}

/**
 * A day from 1990 on.
 *
 * @param today the last possible day, the UTC day 'YYYY-MM-DD'; unlimited without it, for schemas without a clock
 */
export function pastDay(label: string, description: string, today?: string) {
  return z
    .string({ error: (issue) => typeMessage(label, issue.input) })
    .trim()
    .superRefine((text, context) => {
      const message = findDayProblem(label, text, today);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .meta({
      format: "date",
      description: `${description}; from ${FIRST_BIRTH_YEAR} on, not in the future`,
    });
}

function findDayProblem(label: string, text: string, today?: string): string | undefined {
  if (!isDay(text)) return `${label} must be a date like 2024-05-31`;
  if (text < FIRST_BIRTHDATE) return `${label} cannot be before ${FIRST_BIRTH_YEAR}`;
  return today !== undefined && text > today ? `${label} cannot be in the future` : undefined;
}

/** An optional https URL without a user name or password. The server never requests it. */
export function optionalUrl(label: string, description: string) {
  const check = (text: string) =>
    isPublicUrl(text) ? undefined : `${label} must be a link that starts with https://`;
  return requiredText({ label, max: MAX_URL_LENGTH, check })
    .overwrite((text) => text.replace(SCHEME, "https://"))
    .meta({
      description: `${description}; without a user name or password`,
      pattern: "^https://",
    })
    .optional();
}

const SCHEME = /^https:\/\//i;

function isPublicUrl(text: string): boolean {
  if (!SCHEME.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

/** Answered and ignored in input, so that programs can send back what they read. */
export const readOnly = (description: string) =>
  z.unknown().optional().meta({ readOnly: true, description });
