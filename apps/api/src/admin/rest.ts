import { readClock } from "@studbook/db/clock";
import { utcDay } from "@studbook/domain/age";
import { NEWEST_OF_USER } from "@studbook/domain/page-sizes";
import {
  type AdminStats,
  type AdminUser,
  type PaymentEntry,
  UserFilters,
} from "@studbook/domain/schemas/admin";
import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { USER_EXAMPLE } from "../auth/rest.ts";
import { type CreateContext, getAdmin } from "../auth/viewer.ts";
import type { Mount } from "../http/mount.ts";
import { singleQuery } from "../http/query.ts";
import { describeCall } from "../openapi/call.ts";
import { exportAds, exportUsers } from "./export-csv.ts";
import { userNotFound } from "./operator.ts";

const PAYMENT: PaymentEntry = {
  id: "0192f0c5-77aa-4b1c-8d2e-1a2b3c4d5e6f",
  amount: 5900,
  membershipTier: "premium",
  status: "succeeded",
  createdAt: "2026-06-01T12:00:00.000Z",
};

const STATS: AdminStats = {
  totalUsers: 128,
  totalAds: 96,
  totalRevenue: 412300,
  basicMembers: 40,
  premiumMembers: 51,
  recentPayments: [
    { ...PAYMENT, payer: { id: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f", username: "dale" } },
  ],
};

const USER: AdminUser = {
  ...USER_EXAMPLE,
  id: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f",
  isActive: true,
  emailVerified: true,
  verifiedEmail: "dale@example.com",
  createdAt: "2026-05-30T09:30:00.000Z",
  publicAdCount: 2,
  totalSpent: 5900,
  payments: [PAYMENT],
  ads: [
    {
      id: "0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e",
      dogName: "Captain",
      breed: "Boxer",
      state: "TX",
      studFee: 850,
      createdAt: "2026-06-01T12:00:00.000Z",
      hiddenReason: null,
    },
  ],
};

const Csv = z.string().meta({
  description:
    "CSV as in RFC 4180, in UTF-8 with a byte-order mark and a header row. Strings are quoted. A leading `=`, `+`, `-` or `@`, which a spreadsheet could read as a formula, is preceded by an apostrophe.",
});

const usersFile = describeCall({
  id: "admin.exportUsers",
  tag: "Admin",
  summary: "Export users as CSV",
  description:
    "Returns all users that match the filters, newest first. Browsers can request it only from Studbook's own pages. HEAD requests return 405.",
  who: "admin",
  requiresSameOrigin: true,
  input: UserFilters,
  output: Csv,
  response: {
    description: "The CSV file.",
    type: "text/csv",
    headers: ["Content-Disposition"],
    example: '"id","username"\r\n"0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f","dale.carter"\r\n',
  },
});

const adsFile = describeCall({
  id: "admin.exportAds",
  tag: "Admin",
  summary: "Export ads as CSV",
  description:
    "Returns all ads, public or not. Browsers can request it only from Studbook's own pages. HEAD requests return 405.",
  who: "admin",
  requiresSameOrigin: true,
  output: Csv,
  response: {
    description: "The CSV file.",
    type: "text/csv",
    headers: ["Content-Disposition"],
    example: '"id","dogName"\r\n"0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e","Captain"\r\n',
  },
});

/** The calls of the dashboard (specification, section 7). */
export function mountAdmin(mount: Mount): void {
  mount("GET /admin/stats", {
    procedure: "admin.stats",
    tag: "Admin",
    summary: "Retrieve statistics",
    description: "Amounts are in cents. The sample ads and their owner are not counted.",
    response: { description: "The statistics and the ten newest payments.", example: STATS },
  });

  mount("GET /admin/users", {
    procedure: "admin.users",
    tag: "Admin",
    summary: "List users",
    description:
      "`q` matches any part of a username, email address or name. " +
      `Each user includes their newest ${NEWEST_OF_USER} payments and newest ${NEWEST_OF_USER} ads.`,
    isPaged: true,
    response: { description: "One page of users.", example: [USER] },
  });

  mount("PATCH /admin/users/{id}/toggle-active", {
    procedure: "admin.toggleActive",
    tag: "Admin",
    summary: "Deactivate or reactivate a user",
    description:
      "Toggles the user's status. Deactivation ends all of the user's sessions and hides their ads. Admins cannot be deactivated.",
    errors: [userNotFound()],
    response: { description: "The user's new status.", example: { id: USER.id, isActive: false } },
  });
}

/** `GET /api/admin/users.csv` and `GET /api/admin/ads.csv`. */
export function registerAdminExports(app: FastifyInstance, createContext: CreateContext): void {
  const adminContext = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await createContext(request, reply);
    return { ...ctx, viewer: getAdmin(ctx) };
  };

  // HEAD would create the file and an audit record for nothing.
  const withoutHead = { exposeHeadRoute: false };
  app.get("/admin/users.csv", { ...usersFile, ...withoutHead }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    const filters = UserFilters.parse(singleQuery(request, Object.keys(UserFilters.shape)));
    return asFile(reply, `users-${utcDay(await readClock(ctx.db))}`).send(
      await exportUsers(ctx, filters),
    );
  });

  app.get("/admin/ads.csv", { ...adsFile, ...withoutHead }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    return asFile(reply, `ads-${utcDay(await readClock(ctx.db))}`).send(await exportAds(ctx));
  });
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("Content-Disposition", `attachment; filename="studbook-${name}.csv"`);
}
