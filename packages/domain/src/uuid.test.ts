import { expect, test } from "vitest";
import { isCanonicalUuid, isUuid } from "./uuid.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";

test.each([
  [ID, true, true],
  ["00000000-0000-0000-0000-000000000000", true, true],
  [ID.toUpperCase(), true, false],
  [ID.replace("a", "A"), true, false],
  [` ${ID}`, false, false],
  [`${ID}\n`, false, false],
  [`${ID}0`, false, false],
  [`0${ID}`, false, false],
  [ID.slice(1), false, false],
  [ID.slice(0, -1), false, false],
  [ID.replace("4b7e", "4b7g"), false, false],
  [ID.replace("3a52", "3a5"), false, false],
  [ID.replace("4c8f", "4c8"), false, false],
  [ID.replace("9a47", "9a4"), false, false],
  [ID.replaceAll("-", ""), false, false],
  [`{${ID}}`, false, false],
  ["", false, false],
])("%j is a UUID: %s, in lower case: %s", (text, is, isCanonical) => {
  expect(isUuid(text)).toBe(is);
  expect(isCanonicalUuid(text)).toBe(isCanonical);
});
