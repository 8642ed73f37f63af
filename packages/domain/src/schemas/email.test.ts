import { expect, test } from "vitest";
import { clearableEmail, requiredEmail } from "./email.ts";

const Email = requiredEmail("Email");
const LONG_DOMAIN = `${"a".repeat(60)}.`.repeat(3);

test.each([
  "ann@example.com",
  "Ann.O'Neil+dogs@mail.example.co.uk",
  "a@b.co",
  "a_b@xn--bcher-kva.example",
  "a@example.xn--p1ai",
  `${"a".repeat(64)}@example.com`,
  `abc@${LONG_DOMAIN}${"b".repeat(63)}.com`,
])("accepts %s", (address) => {
  expect(Email.parse(` ${address} `)).toBe(address);
});

test.each([
  "ann",
  "@example.com",
  "ann@",
  "ann@localhost",
  "ann@@example.com",
  "ann@-example.com",
  "ann@example-.com",
  "ann@example..com",
  "ann@example.com.",
  "ann@192.168.0.1",
  ".ann@example.com",
  "ann.@example.com",
  "a..n@example.com",
  "a n@example.com",
  "Ann <ann@example.com>",
  "ann@example.com,bob@example.com",
  `${"a".repeat(65)}@example.com`,
])("refuses %s", (address) => {
  expect(Email.safeParse(address).error?.issues).toMatchObject([
    { message: "Email must be a valid email address" },
  ]);
});

test("accepts 254 characters but not 255", () => {
  const labels = `${"b".repeat(49)}.`.repeat(4);
  const at = (length: number) => `a@${labels}${"c".repeat(length - 206)}.com`;
  expect(at(254)).toHaveLength(254);
  expect(Email.safeParse(at(254)).success).toBe(true);
  expect(Email.safeParse(at(255)).error?.issues).toMatchObject([
    { message: "Email must be at most 254 characters" },
  ]);
});

test("an optional address can be cleared, but an invalid one is refused", () => {
  expect(clearableEmail("Email").parse("")).toBeNull();
  expect(clearableEmail("Email").parse(null)).toBeNull();
  expect(clearableEmail("Email").safeParse("ann").success).toBe(false);
});
