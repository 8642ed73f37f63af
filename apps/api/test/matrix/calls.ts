import { randomUUID } from "node:crypto";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { PASSWORD } from "../test-app.ts";
import { type Call, query, read, write } from "./requests.ts";
import type { Needs, World } from "./world.ts";

/** A PNG of one pixel. */
export const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const BOUNDARY = "studbook-boundary";

const NO_ID: Record<string, string> = {
  missing: randomUUID(),
  malformed: "no-id",
  sample: SAMPLE_AD_IDS[0],
};

/** The call of each row in the table; `label` is the case within a cell. */
const CALLS: Record<string, (world: World, label: string) => Call> = {
  "GET /api/ads": () => read("/api/ads", "ads.search", {}),
  "GET /api/breeds": () => read("/api/breeds", "breeds.list"),
  "GET /api/states": () => read("/api/states", "states.list"),
  "GET /api/ads/{id} public": (world) => readAd(world.publicAdId),
  "GET /api/ads/{id} hidden": (world, label) =>
    readAd(label === "own" ? world.userAdId : world.hiddenAdId),
  "POST /api/signup": (world, label) =>
    write("POST", "/api/signup", "auth.signup", {
      username:
        label === "taken" ? world.username.toUpperCase() : `new-${randomUUID().slice(0, 8)}`,
      password: "some-password",
      membershipTier: "basic",
    }),
  "GET /api/signup/name": ({ username }, label) => {
    const name = label === "taken" ? username : `new-${randomUUID().slice(0, 8)}`;
    return read(`/api/signup/name?username=${name}`, "auth.isNameAvailable", { username: name });
  },
  "POST /api/signup/password": ({ username }, label) =>
    write("POST", "/api/signup/password", "auth.checkPassword", {
      username,
      password: label === "weak" ? username : PASSWORD,
    }),
  "POST /api/login": (world, label) =>
    write("POST", "/api/login", "auth.login", {
      username: world.username,
      password: label === "bad" ? "wrong-password" : PASSWORD,
    }),
  "POST /api/logout": () => write("POST", "/api/logout", "auth.logout"),
  "GET /api/auth/me": () => read("/api/auth/me", "auth.me"),
  "POST /api/auth/request-password-reset": ({ username }) =>
    write("POST", "/api/auth/request-password-reset", "auth.requestPasswordReset", {
      account: username,
    }),
  "POST /api/auth/reset-password": ({ resetToken }, label) =>
    write("POST", "/api/auth/reset-password", "auth.resetPassword", {
      token: label === "link" ? resetToken : "unknown-token",
      newPassword: "another-password",
    }),
  "POST /api/auth/verify-email": ({ verifyToken }, label) =>
    write("POST", "/api/auth/verify-email", "auth.verifyEmail", {
      token: label === "link" ? verifyToken : "unknown-token",
      password: PASSWORD,
    }),
  "POST /api/auth/restore-email": ({ restoreToken }, label) =>
    write("POST", "/api/auth/restore-email", "auth.restoreEmail", {
      token: label === "link" ? restoreToken : "unknown-token",
    }),
  "GET /api/account/email": () => read("/api/account/email", "account.email"),
  "POST /api/account/email/verification": () =>
    write("POST", "/api/account/email/verification", "account.requestEmailVerification"),
  "POST /api/account/email/remove": () =>
    write("POST", "/api/account/email/remove", "account.removeVerifiedEmail", {
      password: PASSWORD,
    }),
  "GET /api/my-ads": () => read("/api/my-ads", "ads.mine", {}),
  "POST /api/ads": ({ fields }) => write("POST", "/api/ads", "ads.create", fields),
  "PATCH /api/ads/{id}": (world, label) => {
    const id = label === "own" ? world.userAdId : world.publicAdId;
    const patch = { studFee: 1234 };
    return {
      rest: { method: "PATCH", url: `/api/ads/${id}`, payload: patch },
      procedure: { name: "ads.update", kind: "mutation", input: { id, ...patch } },
    };
  },
  "POST /api/ads/{id}/pause": (world, label) =>
    writeAd(world, label, "pause", { until: world.tomorrow }),
  "POST /api/ads/{id}/resume": (world, label) => writeAd(world, label, "resume"),
  "DELETE /api/ads/{id}": (world, label) => {
    const id = label === "own" ? world.userAdId : world.publicAdId;
    return {
      rest: { method: "DELETE", url: `/api/ads/${id}` },
      procedure: { name: "ads.delete", kind: "mutation", input: { id } },
    };
  },
  "POST /api/upload-images": () => ({
    rest: {
      method: "POST",
      url: "/api/upload-images",
      payload: Buffer.concat([
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n` +
            "Content-Type: image/png\r\n\r\n",
        ),
        ONE_PIXEL,
        Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
      ]),
    },
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  }),
  "PATCH /api/account/info": () =>
    write("PATCH", "/api/account/info", "account.updateInfo", { firstName: "Dale" }),
  "PATCH /api/account/password": () =>
    write("PATCH", "/api/account/password", "account.changePassword", {
      currentPassword: PASSWORD,
      newPassword: "another-password",
    }),
  "POST /api/account/close": () => write("POST", "/api/account/close", "account.close"),
  "GET /api/account/export": () => ({ rest: { method: "GET", url: "/api/account/export" } }),
  "GET /api/payments/config": () => read("/api/payments/config", "payments.config"),
  "POST /api/create-payment-intent": ({ tier }, label) =>
    write("POST", "/api/create-payment-intent", "payments.createIntent", {
      membershipTier: label === "early" ? tier : "premium",
    }),
  "POST /api/confirm-membership": ({ paidIntentId, tier }) =>
    write("POST", "/api/confirm-membership", "payments.confirmMembership", {
      paymentIntentId: paidIntentId,
      membershipTier: tier,
    }),
  "POST /api/stripe/webhook": () => ({
    rest: { method: "POST", url: "/api/stripe/webhook", payload: { id: "evt_unsigned" } },
  }),
  "payments.checkout": () => query("payments.checkout", { membershipTier: "premium" }),
  "payments.ownIntent": ({ paidIntentId }) =>
    query("payments.ownIntent", { paymentIntentId: paidIntentId }),
  "GET /api/admin/stats": () => read("/api/admin/stats", "admin.stats"),
  "GET /api/admin/users": () => read("/api/admin/users", "admin.users", {}),
  "PATCH /api/admin/users/{id}/toggle-active": (world, label) => {
    const id = label === "admin" ? world.adminId : (NO_ID[label] ?? world.otherId);
    return {
      rest: { method: "PATCH", url: `/api/admin/users/${id}/toggle-active` },
      procedure: { name: "admin.toggleActive", kind: "mutation", input: { id } },
    };
  },
  "admin.setActive": (world, label) => {
    const id = label === "admin" ? world.adminId : (NO_ID[label] ?? world.otherId);
    return {
      procedure: { name: "admin.setActive", kind: "mutation", input: { id, isActive: false } },
    };
  },
  "GET /api/admin/users.csv": () => ({ rest: { method: "GET", url: "/api/admin/users.csv" } }),
  "GET /api/admin/ads.csv": () => ({ rest: { method: "GET", url: "/api/admin/ads.csv" } }),
  "ads.searchSummaries": () => query("ads.searchSummaries", {}),
  "ads.page": ({ publicAdId }) => query("ads.page", { id: publicAdId }),
  "ads.related": ({ publicAdId, otherId }) =>
    query("ads.related", { id: publicAdId, breed: "Boxer", userId: otherId }),
  "ads.ofOwner": ({ otherId }, label) => query("ads.ofOwner", { id: NO_ID[label] ?? otherId }),
  "breeds.clubTests": () => query("breeds.clubTests", { breed: "Boxer" }),
  "places.find": () => query("places.find", { zip: "76701" }),
  "ads.oldFacts": () => query("ads.oldFacts", {}),
  "legal.page": () => query("legal.page", { name: "terms" }),
  "admin.months": () => ({ procedure: { name: "admin.months", kind: "query", input: {} } }),
  "admin.eraseUser": (world, label) => {
    const id = label === "admin" ? world.adminId : (NO_ID[label] ?? world.otherId);
    return { procedure: { name: "admin.eraseUser", kind: "mutation", input: { id } } };
  },
  "admin.hideAd": (world, label) => {
    const input = { id: NO_ID[label] ?? world.publicAdId, reason: "Not a dog" };
    return { procedure: { name: "admin.hideAd", kind: "mutation", input } };
  },
  "admin.restoreAd": (world, label) => {
    const input = { id: NO_ID[label] ?? world.publicAdId };
    return { procedure: { name: "admin.restoreAd", kind: "mutation", input } };
  },
  "admin.coupons": () => query("admin.coupons", {}),
  "admin.createCoupon": (_world, label) => {
    const code = label === "taken" ? "NEWSTUD" : randomUUID();
    const input = { code, description: "Half off", percentOff: label === "bad" ? 101 : 50 };
    return { procedure: { name: "admin.createCoupon", kind: "mutation", input } };
  },
  "admin.changeCoupon": ({ couponId }, label) => {
    const id = NO_ID[label] ?? couponId;
    const input = { id, ...(label === "used" ? { maxRedemptions: 1 } : { active: false }) };
    return { procedure: { name: "admin.changeCoupon", kind: "mutation", input } };
  },
  "admin.audit": () => ({ procedure: { name: "admin.audit", kind: "query", input: {} } }),
};

/** Returns the call of a row. Throws if it is not defined here. */
export function callOf(row: string): (world: World, label: string) => Call {
  const call = CALLS[row];
  if (!call) throw new Error(`The call ${row} is not defined in CALLS`);
  return call;
}

/** Returns what a case of a row requires. */
export function needsOf(row: string, label: string): Needs {
  return {
    userAd: label === "own" && row.includes("{id}"),
    expiresSoon: label === "soon",
    neverPaid: label === "unpaid",
    payment: ["POST /api/confirm-membership", "payments.ownIntent"].includes(row),
    links: label === "link",
    coupon: row === "admin.changeCoupon",
  };
}

function writeAd(world: World, label: string, verb: "pause" | "resume", body?: object): Call {
  const { userAdId, hiddenAdId, publicAdId } = world;
  const id = label === "own" ? userAdId : label === "hidden" ? hiddenAdId : publicAdId;
  return {
    rest: { method: "POST", url: `/api/ads/${id}/${verb}`, ...(body && { payload: body }) },
    procedure: { name: `ads.${verb}`, kind: "mutation", input: { id, ...body } },
  };
}

function readAd(id: string): Call {
  return read(`/api/ads/${id}`, "ads.byId", { id });
}
