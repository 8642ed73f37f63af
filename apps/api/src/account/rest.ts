import type { FastifyInstance } from "fastify";
import { USER_EXAMPLE } from "../auth/rest.ts";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import type { Mount } from "../http/mount.ts";
import { describe } from "../openapi/call.ts";
import { exportAccount } from "./export-account.ts";
import { OWN_DATA_EXAMPLE, OwnDataFile } from "./own-data-file.ts";

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

/** The calls of the account page. */
export function mountAccount(mount: Mount): void {
  mount("PATCH /account/info", {
    procedure: "account.updateInfo",
    tag: "Account",
    summary: "Change your e-mail address and name",
    description:
      "Any of the fields; '' or null clears one. A new address is sent a link that verifies it. Until then, and also when the address is cleared, resets and notices go to the last verified one. The address can be changed 20 times an hour; then it is a 429.",
    example: { email: "dale@example.com", firstName: "Dale", lastName: "Carter" },
    answer: { description: "The changed user.", example: USER_EXAMPLE },
  });

  mount("PATCH /account/password", {
    procedure: "account.changePassword",
    tag: "Account",
    summary: "Change your password",
    description:
      "Ends all of your sessions and remembered devices; go on with the cookies of the answer. A wrong current password is a " +
      "400, and so is a new one that is among the most common passwords or is your username. Five changes an hour are made.",
    errors: ["BUSY"],
    example: { currentPassword: "correct horse", newPassword: "correct horse battery" },
    answer: {
      description:
        "The password is changed, a new session begins, and this device is remembered anew.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("GET /account/email", {
    procedure: "account.email",
    tag: "Account",
    summary: "Your e-mail address, and whether it is verified",
    answer: {
      description: "The newest address, whether it is verified, and the last verified one.",
      example: {
        email: "dale@example.com",
        isVerified: true,
        verifiedEmail: "dale@example.com",
      },
    },
  });

  mount("POST /account/email/verification", {
    procedure: "account.requestEmailVerification",
    tag: "Account",
    summary: "Ask for a link that verifies your address",
    description:
      "Nothing is sent when it is verified already, or when the address has had all links of the day. Without an address it is a 400.",
    answer: { description: "The link is on its way.", example: { ok: true } },
  });

  mount("POST /account/email/remove", {
    procedure: "account.removeVerifiedEmail",
    tag: "Account",
    summary: "Remove your verified e-mail address",
    description:
      "Requires your password; a wrong one is 400. Without a verified address nothing happens. The address is sent a link that restores it, and resets and notices go nowhere until another one is verified.",
    errors: ["BUSY"],
    example: { password: "correct horse" },
    answer: { description: "There is no verified address.", example: { ok: true } },
  });

  mount("POST /account/close", {
    procedure: "account.close",
    tag: "Account",
    summary: "Close your account",
    description:
      "Ends every session and hides your ads. Nothing is deleted; the operator can bring it back. Admins cannot close theirs.",
    errors: ["FORBIDDEN"],
    answer: {
      description: "The account is closed.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });
}

/** `GET /api/account/export`: a file with everything stored about the signed-in user. */
export function registerAccountExport(app: FastifyInstance, createContext: CreateContext): void {
  // HEAD would make the file, and an audit record of it, for nobody.
  app.get("/account/export", { ...download, exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await createContext(request, reply);
    const file = await exportAccount({ ...ctx, viewer: getViewer(ctx) });
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="studbook-my-data.json"')
      .send(file);
  });
}
