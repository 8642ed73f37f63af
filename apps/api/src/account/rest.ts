import type { FastifyInstance } from "fastify";
import { USER_EXAMPLE } from "../auth/rest.ts";
import { type CreateContext, getViewer } from "../auth/viewer.ts";
import type { Mount } from "../http/mount.ts";
import { describeCall } from "../openapi/call.ts";
import { adminCannotClose } from "./close-account.ts";
import { exportAccount } from "./export-account.ts";
import { PERSONAL_DATA_EXAMPLE, PersonalDataFile } from "./personal-data-file.ts";

const download = describeCall({
  id: "account.export",
  tag: "Account",
  summary: "Download your data",
  description:
    "Returns a JSON file with everything stored about you. Browsers can request it only from Studbook's own pages. HEAD requests return 405.",
  who: "member",
  requiresSameOrigin: true,
  output: PersonalDataFile,
  response: {
    description: "The JSON file.",
    headers: ["Content-Disposition"],
    example: PERSONAL_DATA_EXAMPLE,
  },
});

/** Mounts the account endpoints. */
export function mountAccount(mount: Mount): void {
  mount("PATCH /account/info", {
    procedure: "account.updateInfo",
    tag: "Account",
    summary: "Update your email address and name",
    description:
      "Send any subset of the fields. An empty string or null clears a field. A new address receives a verification link. Until another address is verified, password resets and notices go to the last verified address, even after the address is cleared. The address can be changed 20 times per hour; further changes return a 429.",
    example: { email: "dale@example.com", firstName: "Dale", lastName: "Carter" },
    response: { description: "The updated user.", example: USER_EXAMPLE },
  });

  mount("PATCH /account/password", {
    procedure: "account.changePassword",
    tag: "Account",
    summary: "Change your password",
    description:
      "Ends all of your sessions and forgets all remembered devices. Use the cookies in the response for further requests. Returns a 400 if " +
      "the current password is wrong, or if the new one is a very common password or your username. Limited to five changes per hour.",
    errors: ["BUSY"],
    example: { currentPassword: "correct horse", newPassword: "correct horse battery" },
    response: {
      description:
        "The password was changed. The response starts a new session and remembers this device again.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });

  mount("GET /account/email", {
    procedure: "account.email",
    tag: "Account",
    summary: "Retrieve your email address",
    response: {
      description: "The newest address, whether it is verified, and the last verified address.",
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
    summary: "Request a link to verify your email address",
    description:
      "Sends nothing if the address is already verified or has received the maximum number of links for the day. Returns a 400 if the account has no address.",
    response: { description: "The request was accepted.", example: { ok: true } },
  });

  mount("POST /account/email/remove", {
    procedure: "account.removeVerifiedEmail",
    tag: "Account",
    summary: "Remove your verified email address",
    description:
      "The body must contain your password; a wrong password returns a 400. Does nothing if there is no verified address. The removed address receives a link to restore it. Password resets and notices are not sent until another address is verified.",
    errors: ["BUSY"],
    example: { password: "correct horse" },
    response: {
      description: "The verified address was removed, or there was none.",
      example: { ok: true },
    },
  });

  mount("POST /account/close", {
    procedure: "account.close",
    tag: "Account",
    summary: "Close your account",
    description:
      "Ends all sessions and hides your ads. Nothing is deleted, and an admin can reactivate the account. Admins cannot close their own accounts.",
    errors: [adminCannotClose()],
    response: {
      description: "The account was closed.",
      headers: ["Set-Cookie"],
      example: { ok: true },
    },
  });
}

/** `GET /api/account/export`: a file with everything stored about the signed-in user. */
export function registerAccountExport(app: FastifyInstance, createContext: CreateContext): void {
  // HEAD would create the file and an audit record for nothing.
  app.get("/account/export", { ...download, exposeHeadRoute: false }, async (request, reply) => {
    const ctx = await createContext(request, reply);
    const file = await exportAccount({ ...ctx, viewer: getViewer(ctx) });
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="studbook-my-data.json"')
      .send(file);
  });
}
