import {
  CurrentUser,
  type EmailRestoring,
  type EmailVerificationFields,
  type LoginFields,
  type PasswordResetFields,
  type PasswordResetRequestFields,
  type SignupFields,
} from "@studbook/domain/schemas/account";
import type { FastifyInstance } from "fastify";
import { describe } from "../openapi/call.ts";
import type { NoBody, RestParts } from "../rest.ts";
import { signInFirst } from "./viewer.ts";

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

const signup = describe({
  id: "auth.signup",
  tag: "Signing in",
  summary: "Sign up",
  description:
    "Makes an account and signs it in. It is no member before it has paid: the tier is only the one you mean to buy. " +
    "A password that is among the most common ones, or the username itself, is a 400 with an issue at `password`.",
  who: "anyone",
  errors: ["USERNAME_TAKEN", "BUSY"],
  example: { username: "dale.carter", password: "correct horse", membershipTier: "premium" },
  answer: {
    status: 201,
    description: "The new user, signed in.",
    headers: ["Set-Cookie"],
    example: { ...NOT_YET_MEMBER, email: null, firstName: null, lastName: null },
  },
});

const login = describe({
  id: "auth.login",
  tag: "Signing in",
  summary: "Sign in",
  description:
    "An unknown name, a wrong password and an inactive account are answered alike. After 10 failures within 15 minutes, " +
    "from whatever addresses, the answer is a 429; then one try is possible after each wait, and the waits double from 30 " +
    "seconds to 15 minutes. A program that keeps the cookie of its device has 10 failures of its own.",
  who: "anyone",
  errors: ["BAD_CREDENTIALS", "BUSY"],
  example: { username: "dale.carter", password: "correct horse" },
  answer: {
    description: "The user. The session that the call came with has ended.",
    headers: ["Set-Cookie"],
    example: USER_EXAMPLE,
  },
});

const logout = describe({
  id: "auth.logout",
  tag: "Signing in",
  summary: "Sign out",
  description: "The cookie of the device stays.",
  who: "anyone",
  answer: {
    description: "The session has ended, if there was one.",
    headers: ["Set-Cookie"],
    example: { ok: true },
  },
});

const requestReset = describe({
  id: "auth.requestPasswordReset",
  tag: "Signing in",
  summary: "Ask for a link that sets a new password",
  description:
    "It goes to the verified address of the account. Accounts that do not exist are answered alike. A request within 10 minutes of the last mail sends none, and an account gets at most 10 a day; links that were sent before go on working.",
  who: "anyone",
  example: { account: "dale@example.com" },
  answer: { description: "Noted.", example: { ok: true } },
});

const reset = describe({
  id: "auth.resetPassword",
  tag: "Signing in",
  summary: "Set a new password with a link",
  description:
    "Works once, and ends every session, every other such link, and every remembered device of the account. A password " +
    "that is among the most common ones, or the username itself, is a 400 with an issue at `newPassword`, and the link still works.",
  who: "anyone",
  errors: ["LINK_ENDED", "BUSY"],
  example: { token: "the token of the link", newPassword: "correct horse battery" },
  answer: {
    description: "The password is set, and this device is remembered.",
    headers: ["Set-Cookie"],
    example: { ok: true },
  },
});

const verify = describe({
  id: "auth.verifyEmail",
  tag: "Signing in",
  summary: "Verify an e-mail address with a link",
  description:
    "Requires the account's password, whoever is signed in; a missing or wrong one is 400, and the link goes on working. A verified address before it is sent a link that restores it.",
  who: "anyone",
  errors: ["LINK_ENDED", "BUSY"],
  example: { token: "the token of the link", password: "correct horse" },
  answer: { description: "The address is verified.", example: { ok: true } },
});

const restore = describe({
  id: "auth.restoreEmail",
  tag: "Signing in",
  summary: "Restore an earlier verified address with a link",
  description:
    "Makes it the address of the account again, whatever followed. Later addresses and their links, every session and remembered device, and the password end. A link that sets a new password goes to the restored address.",
  who: "anyone",
  errors: ["LINK_ENDED"],
  example: { token: "the token of the link" },
  answer: { description: "The address is restored.", example: { ok: true } },
});

const me = describe({
  id: "auth.me",
  tag: "Signing in",
  summary: "Who is signed in",
  who: "member",
  output: CurrentUser,
  answer: { description: "The signed-in user.", example: USER_EXAMPLE },
});

/**
 * `POST /api/signup`, `POST /api/login`, `POST /api/logout` and `GET /api/auth/me`;
 * `POST /api/auth/request-password-reset`, `.../reset-password`, `.../verify-email` and `.../restore-email`.
 */
export function registerAuthRest(app: FastifyInstance, { callerFor }: RestParts): void {
  app.post<{ Body: SignupFields }>("/signup", signup, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const user = await caller.auth.signup(request.body);
    return reply.code(201).send(user);
  });

  app.post<{ Body: LoginFields }>("/login", login, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.login(request.body);
  });

  app.post<{ Body: NoBody }>("/logout", logout, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.logout(request.body);
  });

  app.post<{ Body: PasswordResetRequestFields }>(
    "/auth/request-password-reset",
    requestReset,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.auth.requestPasswordReset(request.body);
    },
  );

  app.post<{ Body: PasswordResetFields }>("/auth/reset-password", reset, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.resetPassword(request.body);
  });

  app.post<{ Body: EmailVerificationFields }>(
    "/auth/verify-email",
    verify,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.auth.verifyEmail(request.body);
    },
  );

  app.post<{ Body: EmailRestoring }>("/auth/restore-email", restore, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.restoreEmail(request.body);
  });

  app.get("/auth/me", me, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const user = await caller.auth.me();
    if (!user) throw signInFirst();
    return user;
  });
}
