import { DomainError } from "@studbook/domain/errors";
import { usernameKey } from "@studbook/domain/schemas/account";
import { dictionary } from "@zxcvbn-ts/language-common";

const MESSAGE = "This password is too easy to guess";

// Lists disagree on the 10,000 most common passwords. The first 20,000 of this list that have at least 6 characters
// include nearly all of them.
const COMMON = new Set(
  dictionary["passwords-common"].filter(({ length }) => length >= 6).slice(0, 20_000),
);

// The list does not contain all keyboard and alphabet sequences, repetitions and reversed words.
const SEQUENCES = "01234567890 qwertyuiop qwertzuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz";
const REPETITION = /^(?=.{6,12}$)(.{1,4}?)\1+$/su;

/**
 * Refuses a new password that is very common or equal to the username. Ignores case.
 *
 * @throws DomainError BAD_REQUEST with an issue at `path`
 */
export function refuseWeakPassword(path: string, password: string, username: string): void {
  if (!isCommonPassword(password) && usernameKey(password) !== usernameKey(username)) return;
  throw weakPassword(path);
}

export function weakPassword(path: string): DomainError {
  return new DomainError("BAD_REQUEST", MESSAGE, { issues: [{ path, message: MESSAGE }] });
}

/** Whether a password is among the most common ones, a sequence or a repetition. Ignores case. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const reversed = [...text].reverse().join("");
  return (
    REPETITION.test(text) ||
    [text, reversed].some((word) => COMMON.has(word) || SEQUENCES.includes(word))
  );
}
