import {
  CurrentUser,
  type EmailVerification,
  type LoginFields,
  type PasswordResetFields,
  type PasswordResetRequestFields,
  type SignupFields,
} from "@studbook/domain/account";
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
    "Makes an account and signs it in. It is no member before it has paid: the tier is only the one you mean to buy.",
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
  description: "An unknown name, a wrong password and an inactive account are answered alike.",
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
    "It goes to the verified address of the account. Accounts that do not exist are answered alike.",
  who: "anyone",
  example: { account: "dale@example.com" },
  answer: { description: "Noted.", example: { ok: true } },
});

const reset = describe({
  id: "auth.resetPassword",
  tag: "Signing in",
  summary: "Set a new password with a link",
  description: "Works once, and ends every session of the account.",
  who: "anyone",
  errors: ["LINK_ENDED", "BUSY"],
  example: { token: "the token of the link", newPassword: "correct horse battery" },
  answer: { description: "The password is set.", example: { ok: true } },
});

const verify = describe({
  id: "auth.verifyEmail",
  tag: "Signing in",
  summary: "Verify an e-mail address with a link",
  who: "anyone",
  errors: ["LINK_ENDED"],
  example: { token: "the token of the link" },
  answer: { description: "The address is verified.", example: { ok: true } },
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
 * `POST /api/auth/request-password-reset`, `.../reset-password` and `.../verify-email`.
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

  app.post<{ Body: EmailVerification }>("/auth/verify-email", verify, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.verifyEmail(request.body);
  });

  app.get("/auth/me", me, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const user = await caller.auth.me();
    if (!user) throw signInFirst();
    return user;
  });
}
