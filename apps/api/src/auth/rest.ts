import { CurrentUser } from "@studbook/domain/schemas/account";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../http/mount.ts";
import { describe } from "../openapi/call.ts";
import { toCurrentUser } from "./current-user.ts";
import { type CreateContext, signInFirst } from "./viewer.ts";

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

const me = describe({
  id: "auth.me",
  tag: "Signing in",
  summary: "Who is signed in",
  who: "member",
  output: CurrentUser,
  answer: { description: "The signed-in user.", example: USER_EXAMPLE },
});

/** The calls on accounts, sessions and the links in emails (specification, section 7). */
export function mountAuth(mount: Mount): void {
  mount("POST /signup", {
    procedure: "auth.signup",
    tag: "Signing in",
    summary: "Sign up",
    description:
      "Makes an account and signs it in. It is no member before it has paid: the tier is only the one you mean to buy. " +
      "A password that is among the most common ones, or the username itself, is a 400 with an issue at `password`.",
    errors: ["USERNAME_TAKEN", "BUSY"],
    example: { username: "dale.carter", password: "correct horse", membershipTier: "premium" },
    answer: {
      status: 201,
      description: "The new user, signed in.",
      headers: ["Set-Cookie"],
      example: { ...NOT_YET_MEMBER, email: null, firstName: null, lastName: null },
    },
  });

  mount("POST /login", {
    procedure: "auth.login",
    tag: "Signing in",
    summary: "Sign in",
    description:
      "An unknown name, a wrong password and an inactive account are answered alike. After 10 failures within 15 minutes, " +
      "from whatever addresses, the answer is a 429; then one try is possible after each wait, and the waits double from 30 " +
      "seconds to 15 minutes. A program that keeps the cookie of its device has 10 failures of its own.",
    errors: ["BAD_CREDENTIALS", "BUSY"],
    example: { username: "dale.carter", password: "correct horse" },
    answer: {
      description: "The user. The session that the call came with has ended.",
      headers: ["Set-Cookie"],
      example: USER_EXAMPLE,
    },
  });

  mount("POST /logout", {
    procedure: "auth.logout",
    tag: "Signing in",
    summary: "Sign out",
    description: "The cookie of the device stays.",
    answer: {
      description: "The session has ended, if there was one.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("POST /auth/request-password-reset", {
    procedure: "auth.requestPasswordReset",
    tag: "Signing in",
    summary: "Ask for a link that sets a new password",
    description:
      "It goes to the verified address of the account. Accounts that do not exist are answered alike. A request within 10 minutes of the last mail sends none, and an account gets at most 10 a day; links that were sent before go on working.",
    example: { account: "dale@example.com" },
    answer: { description: "Noted.", example: { ok: true } },
  });

  mount("POST /auth/reset-password", {
    procedure: "auth.resetPassword",
    tag: "Signing in",
    summary: "Set a new password with a link",
    description:
      "Works once, and ends every session, every other such link, and every remembered device of the account. A password " +
      "that is among the most common ones, or the username itself, is a 400 with an issue at `newPassword`, and the link still works.",
    errors: ["LINK_ENDED", "BUSY"],
    example: { token: "the token of the link", newPassword: "correct horse battery" },
    answer: {
      description: "The password is set, and this device is remembered.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("POST /auth/verify-email", {
    procedure: "auth.verifyEmail",
    tag: "Signing in",
    summary: "Verify an e-mail address with a link",
    description:
      "Requires the account's password, whoever is signed in; a missing or wrong one is 400, and the link goes on working. A verified address before it is sent a link that restores it.",
    errors: ["LINK_ENDED", "BUSY"],
    example: { token: "the token of the link", password: "correct horse" },
    answer: { description: "The address is verified.", example: { ok: true } },
  });

  mount("POST /auth/restore-email", {
    procedure: "auth.restoreEmail",
    tag: "Signing in",
    summary: "Restore an earlier verified address with a link",
    description:
      "Makes it the address of the account again, whatever followed. Later addresses and their links, every session and remembered device, and the password end. A link that sets a new password goes to the restored address.",
    errors: ["LINK_ENDED"],
    example: { token: "the token of the link" },
    answer: { description: "The address is restored.", example: { ok: true } },
  });
}

/** `GET /api/auth/me`. The procedure answers null to a visitor, this path a 401 (specification, section 7). */
export function registerMe(app: FastifyInstance, createContext: CreateContext): void {
  app.get("/auth/me", me, async (request, reply) => {
    const { session } = await createContext(request, reply);
    if (!session.user) throw signInFirst();
    return toCurrentUser(session.user);
  });
}
