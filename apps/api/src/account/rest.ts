import type { AccountInfoFields, PasswordChangeFields } from "@studbook/domain/account";
import type { FastifyInstance } from "fastify";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import type { NoBody, RestParts } from "../rest.ts";
import { exportAccount } from "./export-account.ts";

/** The calls of the account's own page, and the file of all that is kept of a person. */
export function registerAccountRest(
  app: FastifyInstance,
  { callerFor, createContext }: RestParts & { createContext: CreateContext },
): void {
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

  // HEAD would make the file, and a record of it, for nobody.
  app.get("/account/export", { exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await createContext(request, reply);
    const file = await exportAccount({ ...ctx, viewer: getViewer(ctx) });
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="studbook-my-data.json"')
      .send(file);
  });
}
