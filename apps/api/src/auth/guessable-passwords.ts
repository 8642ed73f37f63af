import { DomainError } from "@studbook/domain/errors";
import { usernameKey } from "@studbook/domain/schemas/account";
import { dictionary } from "@zxcvbn-ts/language-common";

const MESSAGE = "This password is too easy to guess";

// Collections disagree on which passwords are the 10,000 most common. The 20,000 most common ones of this list
// that are long enough to be chosen include nearly all of them.
const COMMON = new Set(
  dictionary["passwords-common"].filter(({ length }) => length >= 6).slice(0, 20_000),
);

// The list leaves out runs of keys, repetitions and words spelled backwards.
const RUNS = "01234567890 qwertyuiop qwertzuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz";
const REPETITION = /^(?=.{6,12}$)(.{1,4}?)\1+$/su;

/**
 * Refuses a new password that is among the most common ones or is the account's own username, whatever the case.
 *
 * @throws DomainError BAD_REQUEST with an issue at `path`
 */
export function refuseGuessable(path: string, password: string, username: string): void {
  if (!isCommon(password.toLowerCase()) && usernameKey(password) !== usernameKey(username)) return;
  throw new DomainError("BAD_REQUEST", MESSAGE, { issues: [{ path, message: MESSAGE }] });
}

function isCommon(password: string): boolean {
  const backwards = [...password].reverse().join("");
  return (
    REPETITION.test(password) ||
    [password, backwards].some((text) => COMMON.has(text) || RUNS.includes(text))
  );
}
