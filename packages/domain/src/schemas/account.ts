import { clearableEmail } from "./email.ts";
import { strictObject } from "./strict-object.ts";
import { clearableText, countCharacters, isStorable, requiredText, typeMessage } from "./text.ts";
import { z } from "./z.ts";

const USERNAME = /^[A-Za-z0-9._@+-]*$/;

function findUsernameProblem(text: string): string | undefined {
  if (!USERNAME.test(text)) {
    return "Username can have letters, digits and the characters . _ @ + -";
  }
  return text.length < 3 ? "Username must be at least 3 characters" : undefined;
}

/** 3 to 64 letters, digits and `. _ @ + -`, trimmed. */
export const Username = requiredText({
  label: "Username",
  max: 64,
  check: findUsernameProblem,
}).meta({ minLength: 3, pattern: USERNAME.source });

/**
 * The form in which usernames and e-mail addresses are compared: two with the same key are the same. Both are
 * ASCII, so only A to Z are folded; a key with any other character is that of no account.
 */
export function usernameKey(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A password of 6 to 128 characters after NFKC normalization, neither trimmed nor truncated. */
function newPassword(label: string) {
  return z
    .string({ error: (issue) => typeMessage(label, issue.input) })
    .overwrite((text) => text.normalize("NFKC"))
    .superRefine((text, context) => {
      const length = countCharacters(text);
      const addIssue = (message: string) => context.addIssue({ code: "custom", message });
      if (!isStorable(text)) addIssue(`${label} contains characters that cannot be stored`);
      else if (length < 6) addIssue(`${label} must be at least 6 characters`);
      else if (length > 128) addIssue(`${label} must be at most 128 characters`);
    })
    .meta({ minLength: 6, maxLength: 128 });
}

/** A password to compare with the stored one: any text that is not empty. */
function givenPassword(label: string) {
  return z
    .string({ error: (issue) => typeMessage(label, issue.input) })
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}

export const Password = newPassword("Password");

export const MembershipTier = z.enum(["basic", "premium"], {
  error: "Membership must be basic or premium",
});

export const Signup = strictObject({
  username: Username,
  password: Password,
  membershipTier: MembershipTier,
});

export type Signup = z.output<typeof Signup>;
export type SignupFields = z.input<typeof Signup>;

/** Any two texts. Ones that no account can have are wrong credentials, not a bad request. */
export const Login = strictObject({
  username: z
    .string({ error: (issue) => typeMessage("Username", issue.input) })
    .trim()
    .min(1, "Username is required"),
  password: givenPassword("Password"),
});

export type Login = z.output<typeof Login>;
export type LoginFields = z.input<typeof Login>;

/** The fields a user may edit: any subset, null or '' clears one. */
export const AccountInfo = strictObject({
  email: clearableEmail("Email"),
  firstName: clearableText({ label: "First name", max: 100 }),
  lastName: clearableText({ label: "Last name", max: 100 }),
}).partial();

export type AccountInfo = z.output<typeof AccountInfo>;
export type AccountInfoFields = z.input<typeof AccountInfo>;

export const PasswordChange = strictObject({
  currentPassword: givenPassword("Current password"),
  newPassword: newPassword("New password"),
});

export type PasswordChange = z.output<typeof PasswordChange>;
export type PasswordChangeFields = z.input<typeof PasswordChange>;

/** A username or an email address, whether or not an account has it. */
export const PasswordResetRequest = strictObject({
  account: requiredText({ label: "Username or email", max: 254 }),
});

export type PasswordResetRequest = z.output<typeof PasswordResetRequest>;
export type PasswordResetRequestFields = z.input<typeof PasswordResetRequest>;

const linkToken = z
  .string({ error: (issue) => typeMessage("Token", issue.input) })
  .min(1, "Token is required")
  .max(200, "Token is not one of a link");

/** The token of a link from an email, and the new password. */
export const PasswordReset = strictObject({
  token: linkToken,
  newPassword: newPassword("New password"),
});

export type PasswordReset = z.output<typeof PasswordReset>;
export type PasswordResetFields = z.input<typeof PasswordReset>;

/** The token of a link from an email and the account's password, which the server requires. */
export const EmailVerification = strictObject({
  token: linkToken,
  password: givenPassword("Password").optional(),
});

export type EmailVerification = z.output<typeof EmailVerification>;
export type EmailVerificationFields = z.input<typeof EmailVerification>;

/** The token of the link that restores an earlier verified address. */
export const EmailRestoring = strictObject({ token: linkToken });

export type EmailRestoring = z.output<typeof EmailRestoring>;

/** The password of the caller's account, for changes that a stolen session must not make. */
export const OwnPassword = strictObject({ password: givenPassword("Password") });

export type OwnPassword = z.output<typeof OwnPassword>;
export type OwnPasswordFields = z.input<typeof OwnPassword>;

/** The addresses of an account: the newest one, and the last one that was verified. */
type Emails = { email: string | null; verifiedEmail: string | null };

/** Whether the newest address is the verified one. */
export function isEmailVerified({ email, verifiedEmail }: Emails): boolean {
  return email !== null && verifiedEmail !== null && isSameEmail(email, verifiedEmail);
}

/** Whether two addresses are the same, whatever their case. */
export function isSameEmail(one: string, other: string): boolean {
  return usernameKey(one) === usernameKey(other);
}

export const EmailStatus = z.object({
  email: z.string().nullable(),
  isVerified: z.boolean(),
  verifiedEmail: z.string().nullable().meta({
    description: "The last verified address: resets and notices go there, whatever `email` is.",
  }),
});

export type EmailStatus = z.output<typeof EmailStatus>;

/** The signed-in user in the answers of the API (specification, section 3). */
export const CurrentUser = z
  .object({
    username: z.string(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    isAdmin: z.boolean(),
    membershipTier: MembershipTier.nullable(),
    membershipExpiresAt: z.string().meta({ format: "date-time" }).nullable(),
    adCount: z.number().int(),
  })
  .meta({ id: "CurrentUser" });

export type CurrentUser = z.output<typeof CurrentUser>;
