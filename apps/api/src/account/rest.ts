import type {
  AccountInfoFields,
  OwnPasswordFields,
  PasswordChangeFields,
} from "@studbook/domain/schemas/account";
import type { FastifyInstance } from "fastify";
import { USER_EXAMPLE } from "../auth/rest.ts";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import { describe } from "../openapi/call.ts";
import type { NoBody, RestParts } from "../rest.ts";
import { exportAccount } from "./export-account.ts";
import { OWN_DATA_EXAMPLE, OwnDataFile } from "./own-data-file.ts";

const updateInfo = describe({
  id: "account.updateInfo",
  tag: "Account",
  summary: "Change your e-mail address and name",
  description:
    "Any of the fields; '' or null clears one. A new address is sent a link that verifies it. Until then, and also when the address is cleared, resets and notices go to the last verified one. The address can be changed 20 times an hour; then it is a 429.",
  who: "member",
  example: { email: "dale@example.com", firstName: "Dale", lastName: "Carter" },
  answer: { description: "The changed user.", example: USER_EXAMPLE },
});

const changePassword = describe({
  id: "account.changePassword",
  tag: "Account",
  summary: "Change your password",
  description:
    "Ends all of your sessions and remembered devices; go on with the cookies of the answer. A wrong current password is a " +
    "400, and so is a new one that is among the most common passwords or is your username. Five changes an hour are made.",
  who: "member",
  errors: ["BUSY"],
  example: { currentPassword: "correct horse", newPassword: "correct horse battery" },
  answer: {
    description:
      "The password is changed, a new session begins, and this device is remembered anew.",
    headers: ["Set-Cookie"],
    example: { ok: true },
  },
});

const email = describe({
  id: "account.email",
  tag: "Account",
  summary: "Your e-mail address, and whether it is verified",
  who: "member",
  answer: {
    description: "The newest address, whether it is verified, and the last verified one.",
    example: {
      email: "dale@example.com",
      isVerified: true,
      verifiedEmail: "dale@example.com",
    },
  },
});

const requestVerification = describe({
  id: "account.requestEmailVerification",
  tag: "Account",
  summary: "Ask for a link that verifies your address",
  description:
    "Nothing is sent when it is verified already, or when the address has had all links of the day. Without an address it is a 400.",
  who: "member",
  answer: { description: "The link is on its way.", example: { ok: true } },
});

const removeVerified = describe({
  id: "account.removeVerifiedEmail",
  tag: "Account",
  summary: "Remove your verified e-mail address",
  description:
    "Requires your password; a wrong one is 400. Without a verified address nothing happens. The address is sent a link that restores it, and resets and notices go nowhere until another one is verified.",
  who: "member",
  errors: ["BUSY"],
  example: { password: "correct horse" },
  answer: { description: "There is no verified address.", example: { ok: true } },
});

const close = describe({
  id: "account.close",
  tag: "Account",
  summary: "Close your account",
  description:
    "Ends every session and hides your ads. Nothing is deleted; the operator can bring it back. Admins cannot close theirs.",
  who: "member",
  errors: ["FORBIDDEN"],
  answer: {
    description: "The account is closed.",
    headers: ["Set-Cookie"],
    example: { ok: true },
  },
});

const download = describe({
  id: "account.export",
  tag: "Account",
  summary: "Download all that is kept of you",
  description:
    "A JSON file. Browsers may ask for it only from Studbook's own pages. HEAD is a 405.",
  who: "member",
  isSameOrigin: true,
  output: OwnDataFile,
  answer: {
    description: "The file.",
    headers: ["Content-Disposition"],
    example: OWN_DATA_EXAMPLE,
  },
});

/** The calls of the account's own page, and the file of all that is kept of a person. */
export function registerAccountRest(
  app: FastifyInstance,
  { callerFor, createContext }: RestParts & { createContext: CreateContext },
): void {
  app.patch<{ Body: AccountInfoFields }>("/account/info", updateInfo, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.updateInfo(request.body);
  });

  app.patch<{ Body: PasswordChangeFields }>(
    "/account/password",
    changePassword,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.account.changePassword(request.body);
    },
  );

  app.get("/account/email", email, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.email();
  });

  app.post<{ Body: NoBody }>(
    "/account/email/verification",
    requestVerification,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.account.requestEmailVerification(request.body);
    },
  );

  app.post<{ Body: OwnPasswordFields }>(
    "/account/email/remove",
    removeVerified,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.account.removeVerifiedEmail(request.body);
    },
  );

  app.post<{ Body: NoBody }>("/account/close", close, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.account.close(request.body);
  });

  // HEAD would make the file, and a record of it, for nobody.
  app.get("/account/export", { ...download, exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await createContext(request, reply);
    const file = await exportAccount({ ...ctx, viewer: getViewer(ctx) });
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="studbook-my-data.json"')
      .send(file);
  });
}
