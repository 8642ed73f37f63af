import { formatCount } from "../format.ts";
import { z } from "./z.ts";

type TextRule = {
  /** The field's name at the start of a message: 'Dog name'. */
  readonly label: string;
  /** The maximum length in Unicode code points, as PostgreSQL's varchar counts them. */
  readonly max: number;
  readonly multiline?: boolean;
  /** An additional rule for non-empty texts. Returns a message if the text breaks it. */
  readonly check?: (text: string) => string | undefined;
  /** The additional rule as a pattern for the OpenAPI document. It must also match '' if the field can be cleared. */
  readonly pattern?: RegExp;
};

/** The maximum length of a first, last or owner name. */
export const MAX_PERSON_NAME_LENGTH = 100;

/** Also the characters that change the direction of the text after them (Unicode UAX 9), such as U+202E. */
const CONTROL_OR_LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the number of Unicode code points, which is how PostgreSQL's varchar counts characters. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Whether PostgreSQL can store a text: well-formed Unicode without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Whether a text has nothing to show and nothing to refuse: it means the same as no text. */
export function isBlank(text: string): boolean {
  return isStorable(text) && !CONTROL_OR_LINE_BREAK.test(text.trim()) && !VISIBLE.test(text);
}

/** Returns the message for a value that is not a string. */
export function typeMessage(label: string, input: unknown): string {
  return input === undefined || input === null ? `${label} is required` : `${label} must be text`;
}

function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

function findTextProblem(text: string, rule: TextRule): string | undefined {
  if (!isStorable(text)) return `${rule.label} contains characters that cannot be stored`;
  if (!rule.multiline && CONTROL_OR_LINE_BREAK.test(text)) {
    return `${rule.label} must be one line without control characters`;
  }
  if (countCharacters(text) > rule.max) {
    return `${rule.label} must be at most ${formatCount(rule.max)} characters`;
  }
  return rule.check?.(text);
}

function trimmedText(rule: TextRule, findProblem: (text: string) => string | undefined) {
  return z
    .string({ error: (issue) => typeMessage(rule.label, issue.input) })
    .overwrite(normalizeText)
    .superRefine((text, context) => {
      const message = findProblem(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });
}

/**
 * A text with at least one visible character. It is trimmed and its line breaks become \n. Unless it is `multiline`, it
 * must be one line without control characters.
 */
export function requiredText(rule: TextRule) {
  return trimmedText(rule, (text) =>
    isStorable(text) && !VISIBLE.test(text)
      ? `${rule.label} is required`
      : findTextProblem(text, rule),
  ).meta({ minLength: 1, maxLength: rule.max });
}

/** Like `requiredText`, but accepts null and texts without a visible character, which become null. */
export function clearableText(rule: TextRule) {
  return trimmedText(rule, (text) => (text === "" ? undefined : findTextProblem(text, rule)))
    .meta({ maxLength: rule.max, ...(rule.pattern && { pattern: rule.pattern.source }) })
    .nullable()
    .transform((text) => (text !== null && VISIBLE.test(text) ? text : null));
}
