import { utcDay } from "@studbook/domain/age";
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
import { describe } from "../openapi/call.ts";
import { exportAds, exportUsers } from "./export-csv.ts";

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
  recentPayments: [PAYMENT],
};

const USER: AdminUser = {
  ...USER_EXAMPLE,
  id: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f",
  isActive: true,
  emailVerified: true,
  verifiedEmail: "dale@example.com",
  createdAt: "2026-05-30T09:30:00.000Z",
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
    "RFC 4180, UTF-8 with a byte-order mark, and a line of names first. Texts are quoted, and an apostrophe stands before every `=`, `+`, `-` or `@` with which a spreadsheet could begin a formula.",
});

const usersFile = describe({
  id: "admin.exportUsers",
  tag: "Admin",
  summary: "Download users as CSV",
  description:
    "All that match, newest first. Browsers may ask for it only from Studbook's own pages. HEAD is a 405.",
  who: "admin",
  isSameOrigin: true,
  input: UserFilters,
  output: Csv,
  answer: {
    description: "The file.",
    type: "text/csv",
    headers: ["Content-Disposition"],
    example: '"id","username"\r\n"0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f","dale.carter"\r\n',
  },
});

const adsFile = describe({
  id: "admin.exportAds",
  tag: "Admin",
  summary: "Download ads as CSV",
  description:
    "Every ad, public or not. Browsers may ask for it only from Studbook's own pages. HEAD is a 405.",
  who: "admin",
  isSameOrigin: true,
  output: Csv,
  answer: {
    description: "The file.",
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
    summary: "The figures of the dashboard",
    description: "Amounts are in cents. The sample ads and their owner are not counted.",
    answer: { description: "The figures, and the newest ten payments.", example: STATS },
  });

  mount("GET /admin/users", {
    procedure: "admin.users",
    tag: "Admin",
    summary: "List users",
    description:
      "`q` is any part of a username, e-mail address or name. Entries have the newest 100 payments and ads of each.",
    isPaged: true,
    answer: { description: "One page of users.", example: [USER] },
  });

  mount("PATCH /admin/users/{id}/toggle-active", {
    procedure: "admin.toggleActive",
    tag: "Admin",
    summary: "Deactivate a user, or activate one again",
    description: "Deactivating ends every session at once and hides the ads. Admins stay active.",
    errors: ["USER_NOT_FOUND"],
    answer: { description: "What the user is now.", example: { id: USER.id, isActive: false } },
  });
}

/** `GET /api/admin/users.csv` and `GET /api/admin/ads.csv`. */
export function registerAdminExports(app: FastifyInstance, createContext: CreateContext): void {
  const adminContext = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await createContext(request, reply);
    return { ...ctx, viewer: getAdmin(ctx) };
  };

  // HEAD would make the file, and an audit record of it, for nobody.
  const withoutHead = { exposeHeadRoute: false };
  app.get("/admin/users.csv", { ...usersFile, ...withoutHead }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    const filters = UserFilters.parse(singleQuery(request, Object.keys(UserFilters.shape)));
    return asFile(reply, `users-${utcDay(ctx.clock())}`).send(await exportUsers(ctx, filters));
  });

  app.get("/admin/ads.csv", { ...adsFile, ...withoutHead }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    return asFile(reply, `ads-${utcDay(ctx.clock())}`).send(await exportAds(ctx));
  });
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("Content-Disposition", `attachment; filename="studbook-${name}.csv"`);
}
