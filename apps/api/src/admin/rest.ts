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
import { readPage, sendPage } from "../http/page.ts";
import { singleQuery } from "../http/query.ts";
import { withId } from "../http/with-id.ts";
import { describe } from "../openapi/call.ts";
import type { RestParts } from "../rest.ts";
import type { UserContext } from "../trpc.ts";
import { exportAds, exportUsers } from "./export-csv.ts";

type ById = { Params: { id: string } };

const FILTERS = ["q", "tier", "active", "expiring"] as const;

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

const stats = describe({
  id: "admin.stats",
  tag: "Admin",
  summary: "The figures of the dashboard",
  description: "Amounts are in cents. The sample ads and their owner are not counted.",
  who: "admin",
  answer: { description: "The figures, and the newest ten payments.", example: STATS },
});

const users = describe({
  id: "admin.users",
  tag: "Admin",
  summary: "List users",
  description:
    "`q` is any part of a username, e-mail address or name. Entries have the newest 100 payments and ads of each.",
  who: "admin",
  isPaged: true,
  answer: { description: "One page of users.", example: [USER] },
});

const toggleActive = describe({
  id: "admin.toggleActive",
  tag: "Admin",
  summary: "Deactivate a user, or activate one again",
  description: "Deactivating ends every session at once and hides the ads. Admins stay active.",
  who: "admin",
  errors: ["USER_NOT_FOUND"],
  answer: { description: "What the user is now.", example: { id: USER.id, isActive: false } },
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

/** The calls of the dashboard (specification, section 7) and the files it offers. */
export function registerAdminRest(
  app: FastifyInstance,
  { callerFor, publicUrl, createContext }: RestParts & { createContext: CreateContext },
): void {
  app.get("/admin/stats", stats, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.admin.stats();
  });

  app.get("/admin/users", users, async (request, reply) => {
    const caller = await callerFor(request, reply);
    const filters = singleQuery(request, FILTERS);
    const found = await caller.admin.users({ ...filters, ...readPage(request) });
    return sendPage(request, reply, publicUrl, found);
  });

  app.patch<ById>("/admin/users/:id/toggle-active", toggleActive, async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.admin.toggleActive(withId(request.params.id, request.body));
  });

  // HEAD would make the file, and a record of it, for nobody.
  const alone = { exposeHeadRoute: false };
  app.get("/admin/users.csv", { ...usersFile, ...alone }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    const filters = UserFilters.parse(singleQuery(request, FILTERS));
    return asFile(reply, `users-${utcDay(ctx.clock())}`).send(await exportUsers(ctx, filters));
  });

  app.get("/admin/ads.csv", { ...adsFile, ...alone }, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    return asFile(reply, `ads-${utcDay(ctx.clock())}`).send(await exportAds(ctx));
  });

  async function adminContext(request: FastifyRequest, reply: FastifyReply): Promise<UserContext> {
    const ctx = await createContext(request, reply);
    return { ...ctx, viewer: getAdmin(ctx) };
  }
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("Content-Disposition", `attachment; filename="studbook-${name}.csv"`);
}
