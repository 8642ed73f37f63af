import type {
  EmailVerification,
  LoginFields,
  PasswordResetFields,
  PasswordResetRequestFields,
  SignupFields,
} from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance } from "fastify";
import type { NoBody, RestParts } from "../rest.ts";
import { SIGN_IN_FIRST } from "./viewer.ts";

/**
 * `POST /api/signup`, `POST /api/login`, `POST /api/logout` and `GET /api/auth/me`;
 * `POST /api/auth/request-password-reset`, `.../reset-password` and `.../verify-email`.
 */
export function registerAuthRest(app: FastifyInstance, { callerFor }: RestParts): void {
  app.post<{ Body: SignupFields }>("/signup", async (request, reply) => {
    const caller = await callerFor(request, reply);
    const user = await caller.auth.signup(request.body);
    return reply.code(201).send(user);
  });

  app.post<{ Body: LoginFields }>("/login", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.login(request.body);
  });

  app.post<{ Body: NoBody }>("/logout", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.logout(request.body);
  });

  app.post<{ Body: PasswordResetRequestFields }>(
    "/auth/request-password-reset",
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.auth.requestPasswordReset(request.body);
    },
  );

  app.post<{ Body: PasswordResetFields }>("/auth/reset-password", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.resetPassword(request.body);
  });

  app.post<{ Body: EmailVerification }>("/auth/verify-email", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.auth.verifyEmail(request.body);
  });

  app.get("/auth/me", async (request, reply) => {
    const caller = await callerFor(request, reply);
    const user = await caller.auth.me();
    if (!user) throw new DomainError("NOT_SIGNED_IN", SIGN_IN_FIRST);
    return user;
  });
}
