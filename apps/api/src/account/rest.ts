import type { AccountInfoFields, PasswordChangeFields } from "@studbook/domain/account";
import type { FastifyInstance } from "fastify";
import type { NoBody, RestParts } from "../rest.ts";

/**
 * `PATCH /api/account/info`, `PATCH /api/account/password` and `POST /api/account/close`;
 * `GET /api/account/email` and `POST /api/account/email/verification`.
 */
export function registerAccountRest(app: FastifyInstance, { callerFor }: RestParts): void {
  app.patch<{ Body: AccountInfoFields }>("/account/info", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.updateInfo(request.body);
  });

  app.patch<{ Body: PasswordChangeFields }>("/account/password", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.changePassword(request.body);
  });

  app.get("/account/email", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.email();
  });

  app.post<{ Body: NoBody }>("/account/email/verification", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.requestEmailVerification(request.body);
  });

  app.post<{ Body: NoBody }>("/account/close", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.close(request.body);
  });
}
