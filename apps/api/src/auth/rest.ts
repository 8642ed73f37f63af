import { RESET_INTERVAL_MINUTES, RESETS_PER_DAY } from "@studbook/domain/emailed-links";
import { CurrentUser } from "@studbook/domain/schemas/account";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../http/mount.ts";
import { describeCall } from "../openapi/call.ts";
import { NAMES_PER_NETWORK } from "./attempt-limits.ts";
import { toCurrentUser } from "./current-user.ts";
import { linkEnded } from "./get-link.ts";
import { badCredentials } from "./sign-in.ts";
import { usernameTaken } from "./sign-up.ts";
import { type CreateContext, notSignedIn } from "./viewer.ts";
import { weakPassword } from "./weak-passwords.ts";

export const USER_EXAMPLE: CurrentUser = {
  username: "dale.carter",
  email: "dale@example.com",
  firstName: "Dale",
  lastName: "Carter",
  isAdmin: false,
  membershipTier: "premium",
  membershipExpiresAt: "2027-06-01T12:00:00.000Z",
  adCount: 2,
};

const NOT_YET_MEMBER = {
  ...USER_EXAMPLE,
  membershipTier: null,
  membershipExpiresAt: null,
  adCount: 0,
};

const me = describeCall({
  id: "auth.me",
  tag: "Signing in",
  summary: "Retrieve the signed-in user",
  who: "member",
  output: CurrentUser,
  response: { description: "The signed-in user.", example: USER_EXAMPLE },
});

/** The calls on accounts, sessions and the links in emails (specification, section 7). */
export function mountAuth(mount: Mount): void {
  mount("POST /signup", {
    procedure: "auth.signup",
    tag: "Signing in",
    summary: "Sign up",
    description:
      "Creates an account and signs the user in. `membershipTier` is the tier that the user intends to buy; the account has no membership until it is paid. " +
      "`email` is optional and receives a verification link. A username that is another account's verified address is taken. " +
      "A very common password, or the username as the password, returns a 400 with an issue at `password`. " +
      "If the response is lost, repeat the call: within 15 minutes of the sign-up, the same password signs the user in instead of returning a 409. " +
      "An `email` that differs from the first one replaces it, unless the first one has been verified.",
    errors: [usernameTaken(), "BUSY"],
    example: { username: "dale.carter", password: "correct horse", membershipTier: "premium" },
    response: {
      status: 201,
      description: "The new user, signed in.",
      location: "/api/auth/me",
      headers: ["Set-Cookie"],
      example: { ...NOT_YET_MEMBER, email: null, firstName: null, lastName: null },
    },
  });

  mount("GET /signup/name", {
    procedure: "auth.isNameAvailable",
    tag: "Signing in",
    summary: "Check whether a username is free",
    description:
      "A name is taken if it is the username or the verified email address of an account. A name that no account can have returns a 400 with an issue " +
      `at \`username\`. A network can check ${NAMES_PER_NETWORK.attempts} names per minute. The name is not reserved: signing up can still return a 409.`,
    response: { description: "Whether the name is free.", example: { available: true } },
  });

  mount("POST /signup/password", {
    procedure: "auth.checkPassword",
    tag: "Signing in",
    summary: "Check a password before signing up",
    description:
      "Refuses the passwords that a sign-up with this username would refuse, with a 400 and an issue at `password`. Nothing is stored.",
    errors: [weakPassword("password")],
    example: { username: "dale.carter", password: "correct horse" },
    response: { description: "The password can be chosen.", example: { ok: true } },
  });

  mount("POST /login", {
    procedure: "auth.login",
    tag: "Signing in",
    summary: "Sign in",
    description:
      "`username` is a username, or a verified address that no other account has. An unknown username, a wrong password and an inactive account all return the same error. After 10 failures for an account within 15 minutes, " +
      "from any number of addresses, the call returns a 429. After that, one attempt is allowed after each wait; the waits double from 30 " +
      "seconds up to 15 minutes, and `Retry-After` says how much of the wait is left. A client that sends its device cookie has a separate allowance of 10 failures.",
    errors: [badCredentials(), "BUSY"],
    example: { username: "dale.carter", password: "correct horse" },
    response: {
      description:
        "The signed-in user. The session that was sent with the request, if any, has ended.",
      headers: ["Set-Cookie"],
      example: USER_EXAMPLE,
    },
  });

  mount("POST /logout", {
    procedure: "auth.logout",
    tag: "Signing in",
    summary: "Sign out",
    description: "Ends the session but keeps the device cookie.",
    response: {
      description: "The session, if any, has ended.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("POST /auth/request-password-reset", {
    procedure: "auth.requestPasswordReset",
    tag: "Signing in",
    summary: "Request a password reset link",
    description:
      "The link is sent to the account's verified address. The response is the same if the account does not exist. " +
      `No email is sent within ${RESET_INTERVAL_MINUTES} minutes of the previous one or after ${RESETS_PER_DAY} emails in a day; earlier links stay valid.`,
    example: { account: "dale@example.com" },
    response: { description: "The request was accepted.", example: { ok: true } },
  });

  mount("POST /auth/reset-password", {
    procedure: "auth.resetPassword",
    tag: "Signing in",
    summary: "Reset a password with a link",
    description:
      "A link works once. Using it ends the account's sessions and revokes its other reset links and remembered devices. A very common password, " +
      "or the username as the password, returns a 400 with an issue at `newPassword`, and the link stays valid.",
    errors: [linkEnded("reset-password"), "BUSY"],
    example: { token: "the link's token", newPassword: "correct horse battery" },
    response: {
      description: "The password was set, and this device is remembered.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("POST /auth/verify-email", {
    procedure: "auth.verifyEmail",
    tag: "Signing in",
    summary: "Verify an email address with a link",
    description:
      "The body must contain the account's password, unless the address was given at the sign-up and not changed since. A missing or wrong password returns a 400, and the link stays valid. The previously verified address, if any, receives a link to restore it.",
    errors: [linkEnded("verify-email"), "BUSY"],
    example: { token: "the link's token", password: "correct horse" },
    response: { description: "The address was verified.", example: { ok: true } },
  });

  mount("POST /auth/restore-email", {
    procedure: "auth.restoreEmail",
    tag: "Signing in",
    summary: "Restore a previously verified address with a link",
    description:
      "Makes the address that received the link the account's address again, whatever has changed since. Removes later addresses, revokes their links, ends all sessions, forgets all remembered devices and disables the password. A password reset link is sent to the restored address.",
    errors: [linkEnded("restore-email")],
    example: { token: "the link's token" },
    response: { description: "The address was restored.", example: { ok: true } },
  });
}

/** `GET /api/auth/me`. For visitors the procedure returns null, but this path returns a 401 (specification, section 7). */
export function registerMe(app: FastifyInstance, createContext: CreateContext): void {
  app.get("/auth/me", me, async (request, reply) => {
    const { session } = await createContext(request, reply);
    if (!session.user) throw notSignedIn();
    return toCurrentUser(session.user);
  });
}
