import type { Tier } from "../plans.ts";
import { clearableEmail, MAX_EMAIL_LENGTH } from "./email.ts";
import { strictObject } from "./strict-object.ts";
import {
  clearableText,
  countCharacters,
  isStorable,
  MAX_PERSON_NAME_LENGTH,
  requiredText,
  typeMessage,
} from "./text.ts";
import { z } from "./z.ts";

export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;

/** In characters after NFKC normalization (specification, section 5). */
export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 128;

const USERNAME = /^[A-Za-z0-9._@+-]*$/;

function findUsernameProblem(text: string): string | undefined {
  if (!USERNAME.test(text)) {
    return "Username can contain only letters, digits and the characters . _ @ + -";
  }
  return text.length < MIN_USERNAME_LENGTH
    ? `Username must be at least ${MIN_USERNAME_LENGTH} characters`
    : undefined;
}

/** Letters, digits and `. _ @ + -`, trimmed. */
export const Username = requiredText({
  label: "Username",
  max: MAX_USERNAME_LENGTH,
  check: findUsernameProblem,
}).meta({ minLength: MIN_USERNAME_LENGTH, pattern: USERNAME.source });

/**
 * Returns the form in which usernames and email addresses are compared. Both are ASCII, so only A to Z are lower-cased,
 * and no account has a key with any other letter.
 */
export function usernameKey(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A password after NFKC normalization, neither trimmed nor truncated. */
function newPassword(label: string) {
  return z
    .string({ error: (issue) => typeMessage(label, issue.input) })
    .overwrite((text) => text.normalize("NFKC"))
    .superRefine((text, context) => {
      const length = countCharacters(text);
      const addIssue = (message: string) => context.addIssue({ code: "custom", message });
      if (!isStorable(text)) addIssue(`${label} contains characters that cannot be stored`);
      else if (length < MIN_PASSWORD_LENGTH) {
        addIssue(`${label} must be at least ${MIN_PASSWORD_LENGTH} characters`);
      } else if (length > MAX_PASSWORD_LENGTH) {
        addIssue(`${label} must be at most ${MAX_PASSWORD_LENGTH} characters`);
      }
    })
    .meta({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
}

/** A password to check against the stored hash: any text that is not empty. */
function givenPassword(label: string) {
  return z
    .string({ error: (issue) => typeMessage(label, issue.input) })
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}

export const Password = newPassword("Password");

// Sign-in would load the plans if this imported more than their type.
export const MembershipTier = z.enum(
  { basic: "basic", premium: "premium" } satisfies { [Name in Tier]: Name },
  { error: "Membership must be basic or premium" },
);

/** For receipts and password resets; null or '' for none. */
export const SignupEmail = clearableEmail("Email");

export const Signup = strictObject({
  username: Username.meta({ description: "The name to sign in with. Its case does not matter." }),
  password: Password.meta({ description: "The password to sign in with" }),
  membershipTier: MembershipTier.meta({ description: "The tier that the user intends to buy" }),
  email: SignupEmail.optional().meta({
    description:
      "Optional: an address for receipts and password resets, which receives a verification link",
  }),
});

export type Signup = z.output<typeof Signup>;
export type SignupFields = z.input<typeof Signup>;

export const NameQuery = strictObject({
  username: Username.meta({ description: "The username to check. Case is ignored." }),
});

export type NameQuery = z.output<typeof NameQuery>;

export const NameAvailability = z.object({
  available: z.boolean().meta({ description: "Whether the username is free" }),
});

export type NameAvailability = z.output<typeof NameAvailability>;

export const PasswordCheck = strictObject({
  username: Username.meta({ description: "The username of the new account" }),
  password: Password.meta({ description: "The password to check" }),
});

export type PasswordCheck = z.output<typeof PasswordCheck>;

/**
 * `username` is a username or a verified address. Accepts any text, so that a username or password that no account can
 * have counts as wrong credentials.
 */
export const Login = strictObject({
  username: z
    .string({ error: (issue) => typeMessage("Username", issue.input) })
    .trim()
    .min(1, "Username is required")
    .meta({ description: "The account's username, in any case" }),
  password: givenPassword("Password").meta({ description: "The account's password" }),
});

export type Login = z.output<typeof Login>;
export type LoginFields = z.input<typeof Login>;

/** Any subset of the fields that users can edit; null or '' clears a field. */
export const AccountInfo = strictObject({
  email: clearableEmail("Email").meta({ description: "The email address; null for none" }),
  firstName: clearableText({ label: "First name", max: MAX_PERSON_NAME_LENGTH }).meta({
    description: "The first name; null for none",
  }),
  lastName: clearableText({ label: "Last name", max: MAX_PERSON_NAME_LENGTH }).meta({
    description: "The last name; null for none",
  }),
}).partial();

export type AccountInfo = z.output<typeof AccountInfo>;
export type AccountInfoFields = z.input<typeof AccountInfo>;

export const PasswordChange = strictObject({
  currentPassword: givenPassword("Current password").meta({
    description: "The password until now",
  }),
  newPassword: newPassword("New password").meta({ description: "The password from now on" }),
});

export type PasswordChange = z.output<typeof PasswordChange>;
export type PasswordChangeFields = z.input<typeof PasswordChange>;

export const PasswordResetRequest = strictObject({
  account: requiredText({ label: "Username or email", max: MAX_EMAIL_LENGTH }).meta({
    description: "A username or an email address",
  }),
});

export type PasswordResetRequest = z.output<typeof PasswordResetRequest>;
export type PasswordResetRequestFields = z.input<typeof PasswordResetRequest>;

const linkToken = z
  .string({ error: (issue) => typeMessage("Token", issue.input) })
  .min(1, "Token is required")
  .max(200, "Token is not valid")
  .meta({ description: "The token in the link" });

export const PasswordReset = strictObject({
  token: linkToken,
  newPassword: newPassword("New password").meta({ description: "The password from now on" }),
});

export type PasswordReset = z.output<typeof PasswordReset>;
export type PasswordResetFields = z.input<typeof PasswordReset>;

/** The password is optional in the schema: the server knows whether it is needed after it has checked the token. */
export const EmailVerification = strictObject({
  token: linkToken,
  password: givenPassword("Password").optional().meta({
    description: "The account's password. Not required for the address given at sign-up.",
  }),
});

export type EmailVerification = z.output<typeof EmailVerification>;
export type EmailVerificationFields = z.input<typeof EmailVerification>;

export const EmailRestoration = strictObject({ token: linkToken });

export type EmailRestoration = z.output<typeof EmailRestoration>;

/** The password of the caller's account, for changes that a stolen session must not make. */
export const CurrentPassword = strictObject({
  password: givenPassword("Password").meta({ description: "The account's password" }),
});

export type CurrentPassword = z.output<typeof CurrentPassword>;
export type CurrentPasswordFields = z.input<typeof CurrentPassword>;

/** The newest address of an account and the last verified one. */
type Emails = { email: string | null; verifiedEmail: string | null };

/** Whether the newest address is the verified one. */
export function isEmailVerified({ email, verifiedEmail }: Emails): boolean {
  return email !== null && verifiedEmail !== null && isSameEmail(email, verifiedEmail);
}

/** Whether two addresses are the same except for their case. */
export function isSameEmail(one: string, other: string): boolean {
  return usernameKey(one) === usernameKey(other);
}

export const EmailStatus = z.object({
  email: z.string().nullable().meta({ description: "The newest address" }),
  isVerified: z.boolean().meta({ description: "Whether `email` is verified" }),
  verifiedEmail: z.string().nullable().meta({
    description:
      "The last verified address. Password resets and notices go there, even if `email` is different.",
  }),
});

export type EmailStatus = z.output<typeof EmailStatus>;

/** The signed-in user in API responses (specification, section 3). */
export const CurrentUser = z
  .object({
    username: z.string().meta({ description: "The name to sign in with" }),
    email: z.string().nullable().meta({
      description: "The newest email address, verified or not; null if none",
    }),
    firstName: z.string().nullable().meta({ description: "The first name; null if none" }),
    lastName: z.string().nullable().meta({ description: "The last name; null if none" }),
    isAdmin: z.boolean().meta({ description: "Whether the user is an admin" }),
    membershipTier: MembershipTier.nullable().meta({
      description: "The tier of the last membership, active or not; null if there was none",
    }),
    membershipExpiresAt: z.string().meta({ format: "date-time" }).nullable().meta({
      description: "When that membership ends or has ended; null if there was none",
    }),
    adCount: z
      .number()
      .int()
      .meta({ description: "Number of the user's stored ads, public or not" }),
  })
  .meta({ id: "CurrentUser" });

export type CurrentUser = z.output<typeof CurrentUser>;
