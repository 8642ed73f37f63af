import { describe, expect, test } from "vitest";
import {
  AccountInfo,
  CurrentPassword,
  EmailRestoration,
  EmailVerification,
  isEmailVerified,
  Login,
  Password,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  Signup,
  Username,
  usernameKey,
} from "./account.ts";
import { z } from "./z.ts";

function messages(result: { error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map((issue) => issue.message) ?? [];
}

describe("a username", () => {
  test.each(["ann", "Ann.O_Neil@home+dogs-2", "u".repeat(64), "123"])("can be %s", (name) => {
    expect(Username.parse(` ${name} `)).toBe(name);
  });

  test.each([
    ["", "Username is required"],
    ["ab", "Username must be at least 3 characters"],
    ["u".repeat(65), "Username must be at most 64 characters"],
    ["ann lee", "Username can contain only letters, digits and the characters . _ @ + -"],
    ["anné", "Username can contain only letters, digits and the characters . _ @ + -"],
    ["ann\0", "Username contains characters that cannot be stored"],
  ])("cannot be %j: %s", (name, message) => {
    expect(messages(Username.safeParse(name))).toEqual([message]);
  });

  test("has the same key in any case", () => {
    expect(usernameKey(" Ann.Lee ")).toBe(usernameKey("aNN.lEE"));
  });

  test.each(["prem\u0130um", "PREM\u0130UM", "prem\u0131um", "\uff50remium", "\u212aim"])(
    "does not match the look-alike %s",
    (text) => {
      expect(["premium", "kim"]).not.toContain(usernameKey(text));
    },
  );
});

describe("a password", () => {
  test.each([
    ["123456", "123456"],
    ["  12  ", "  12  "],
    ["🐕".repeat(128), "🐕".repeat(128)],
    ["ｐａｓｓ１２", "pass12"],
    ["cafe\u0301s!", "caf\u00e9s!"],
  ])("%j is normalized to %j", (given, normalized) => {
    expect(Password.parse(given)).toBe(normalized);
  });

  test.each([
    [undefined, "Password is required"],
    ["12345", "Password must be at least 6 characters"],
    ["🐕🐕🐕🐕🐕", "Password must be at least 6 characters"],
    ["e\u0301".repeat(5), "Password must be at least 6 characters"],
    ["p".repeat(129), "Password must be at most 128 characters"],
    ["\ufdfa".repeat(8), "Password must be at most 128 characters"],
    ["12345\ud800", "Password contains characters that cannot be stored"],
    ["12345\0", "Password contains characters that cannot be stored"],
  ])("%j is refused: %s", (given, message) => {
    expect(messages(Password.safeParse(given))).toEqual([message]);
  });
});

test("the JSON schema has the limits of a new account", () => {
  const { properties } = z.toJSONSchema(Signup, { io: "input" });
  expect(properties).toMatchObject({
    username: { minLength: 3, maxLength: 64, pattern: "^[A-Za-z0-9._@+-]*$" },
    password: { minLength: 6, maxLength: 128 },
  });
});

describe("signing up", () => {
  test("accepts a username, a password and a membership tier, and no other field", () => {
    const input = { username: "ann", password: "secret", membershipTier: "basic" };
    expect(Signup.parse(input)).toEqual(input);
    expect(messages(Signup.safeParse({ ...input, isAdmin: true }))).toEqual([
      "Unknown field: isAdmin",
    ]);
    expect(messages(Signup.safeParse({ ...input, membershipTier: "gold" }))).toEqual([
      "Membership must be basic or premium",
    ]);
  });
});

describe("signing in", () => {
  test("requires both fields but does not apply the limits of a new account", () => {
    expect(messages(Login.safeParse({ username: " ", password: "" }))).toEqual([
      "Username is required",
      "Password is required",
    ]);
    expect(Login.parse({ username: " a ", password: " １ " })).toEqual({
      username: "a",
      password: " 1 ",
    });
  });
});

describe("account information", () => {
  test("can be any subset of three fields, each cleared by null or an empty string", () => {
    expect(AccountInfo.parse({})).toEqual({});
    expect(AccountInfo.parse({ email: "", firstName: null, lastName: " Lee " })).toEqual({
      email: null,
      firstName: null,
      lastName: "Lee",
    });
  });

  test("refuses invalid values and unknown fields", () => {
    expect(messages(AccountInfo.safeParse({ email: "ann" }))).toEqual([
      "Email must be a valid email address",
    ]);
    expect(messages(AccountInfo.safeParse({ firstName: "a".repeat(101) }))).toEqual([
      "First name must be at most 100 characters",
    ]);
    expect(messages(AccountInfo.safeParse({ username: "bob" }))).toEqual([
      "Unknown field: username",
    ]);
  });
});

test.each([
  [null, null, false],
  ["ann@example.com", null, false],
  [null, "ann@example.com", false],
  ["ann@example.com", "ann@example.com", true],
  ["Ann@Example.com", "ann@example.com", true],
  ["ann@example.com", "other@example.com", false],
])(
  "address %s counts as verified if %s is the verified one: %s",
  (email, verifiedEmail, isVerified) => {
    expect(isEmailVerified({ email, verifiedEmail })).toBe(isVerified);
  },
);

test("a verification without a password is accepted, so that the server can ask for it", () => {
  expect(EmailVerification.parse({ token: "x" })).toEqual({ token: "x" });
  expect(messages(EmailVerification.safeParse({ token: "x", password: "" }))).toEqual([
    "Password is required",
  ]);
});

const NEW = "new-password";

const schemas = {
  AccountInfo,
  EmailRestoration,
  EmailVerification,
  Login,
  CurrentPassword,
  PasswordReset,
  PasswordResetRequest,
  Signup,
};
type Name = keyof typeof schemas;

test.each<[Name, unknown]>([
  ["Signup", { username: "ann", password: NEW, membershipTier: "premium" }],
  ["AccountInfo", { lastName: "x".repeat(100) }],
  ["PasswordResetRequest", { account: "x".repeat(254) }],
  ["PasswordReset", { token: "x".repeat(200), newPassword: NEW }],
  ["EmailVerification", { token: "x", password: "old" }],
  ["EmailRestoration", { token: "x" }],
  ["CurrentPassword", { password: "old" }],
])("%s accepts %j", (name, input) => {
  expect(schemas[name].parse(input)).toEqual(input);
});

test.each<[Name, unknown, string]>([
  ["Login", { password: "old" }, "Username is required"],
  ["Login", { username: 7, password: "old" }, "Username must be text"],
  ["Login", { username: "ann", password: 7 }, "Password must be text"],
  ["AccountInfo", { lastName: "x".repeat(101) }, "Last name must be at most 100 characters"],
  ["PasswordResetRequest", {}, "Username or email is required"],
  [
    "PasswordResetRequest",
    { account: "x".repeat(255) },
    "Username or email must be at most 254 characters",
  ],
  ["PasswordReset", { newPassword: NEW }, "Token is required"],
  ["PasswordReset", { token: "", newPassword: NEW }, "Token is required"],
  ["PasswordReset", { token: 7, newPassword: NEW }, "Token must be text"],
  ["PasswordReset", { token: "x".repeat(201), newPassword: NEW }, "Token is not valid"],
  ["PasswordReset", { token: "x" }, "New password is required"],
  ["EmailVerification", { password: "old" }, "Token is required"],
  ["EmailRestoration", {}, "Token is required"],
  ["EmailRestoration", { token: "x", password: "old" }, "Unknown field: password"],
  ["CurrentPassword", {}, "Password is required"],
  ["CurrentPassword", { password: "" }, "Password is required"],
])("%s refuses %j: %s", (name, input, message) => {
  expect(messages(schemas[name].safeParse(input))).toEqual([message]);
});

test("a password change names each password that is not valid", () => {
  expect(messages(PasswordChange.safeParse({ currentPassword: "", newPassword: "12345" }))).toEqual(
    ["Current password is required", "New password must be at least 6 characters"],
  );
});
