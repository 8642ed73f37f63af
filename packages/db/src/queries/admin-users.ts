import type { Cursor } from "@studbook/domain/cursor";
import { NEWEST_OF_USER } from "@studbook/domain/page-sizes";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { usernameKey } from "@studbook/domain/schemas/account";
import type { AdminUser, UserFilters } from "@studbook/domain/schemas/admin";
import { isUuid } from "@studbook/domain/uuid";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";
import { PAYMENT_COLUMNS } from "./payment-json.ts";
import { COUNT_USERS } from "./totals.ts";
import { IS_PUBLIC } from "./visibility.ts";

export type AdminUserRows = { items: AdminUser[]; total: number; next?: Cursor };

const AND = sql` and `;
const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const ENTRY = sql.raw(`
  id, username, email, first_name as "firstName", last_name as "lastName",
  is_admin as "isAdmin", is_active as "isActive",
  verified_email as "verifiedEmail",
  coalesce(lower(email collate "C") = lower(verified_email collate "C"), false) as "emailVerified",
  membership_tier as "membershipTier",
  to_char(membership_expires_at at time zone 'UTC', ${INSTANT}) as "membershipExpiresAt",
  ad_count as "adCount", to_char(created_at at time zone 'UTC', ${INSTANT}) as "createdAt",
  (select count(*)::integer from ads
     where user_id = users.id and ${IS_PUBLIC}) as "publicAdCount",
  (select coalesce(sum(amount), 0) from payments
     where user_id = users.id and status = 'succeeded') as "totalSpent",
  (select coalesce(json_agg(payment), '[]') from (
     select ${PAYMENT_COLUMNS} from payments where user_id = users.id
     order by created_at desc, id desc limit ${NEWEST_OF_USER}) payment) as payments,
  (select coalesce(json_agg(ad), '[]') from (
     select id, dog_name as "dogName", breed, state, stud_fee as "studFee",
       to_char(created_at at time zone 'UTC', ${INSTANT}) as "createdAt",
       hidden_reason as "hiddenReason"
     from ads where user_id = users.id order by created_at desc, id desc limit ${NEWEST_OF_USER}) ad) as ads`);

/** Returns a page of the admin's user list, newest first, and the exact number of matches. */
export async function listAdminUsers(
  db: Db,
  filters: UserFilters,
  page: { limit: number; after?: Cursor | undefined },
): Promise<AdminUserRows> {
  const { limit, after } = page;
  const matches = userConditions(filters);
  const order = sql`order by users.created_at desc, users.id desc limit ${limit + 1}`;
  // A text search runs once, for both the page and the total.
  const matched = sql`matched as materialized (
    select id, created_at from users where ${allExceptSampleOwner(matches)})`;
  const isOnPage = filters.q
    ? sql`users.id in (
        select users.id from matched users where ${sql.join([sql`true`, ...pageConditions(after)], AND)} ${order})`
    : allExceptSampleOwner([...matches, ...pageConditions(after)]);
  const total = filters.q
    ? sql`(select count(*) from matched)`
    : matches.length > 0
      ? sql`(select count(*) from users where ${allExceptSampleOwner(matches)})`
      : sql.raw(COUNT_USERS);
  const { rows } = await sql<{ items: AdminUser[]; total: number }>`
    ${filters.q ? sql`with ${matched}` : sql``}
    select (select coalesce(json_agg(entry), '[]') from (
        select ${ENTRY} from users where ${isOnPage} ${order}
      ) entry) as items,
      ${total}::integer as total`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The user list returned no row");
  const items = row.items.slice(0, limit);
  const last = items.at(-1);
  return last && row.items.length > items.length
    ? { items, total: row.total, next: { createdAt: last.createdAt, id: last.id } }
    : { items, total: row.total };
}

/** Returns the SQL conditions of these filters. */
export function userConditions({ q, tier, active, expiring }: UserFilters): RawBuilder<unknown>[] {
  return [
    ...(q ? [isUuid(q) ? hasId(q) : hasText(q)] : []),
    ...(tier === "none" ? [sql`membership_tier is null`] : []),
    ...(tier && tier !== "none" ? [sql`membership_tier = ${tier}`] : []),
    ...(active ? [active === "yes" ? sql`is_active` : sql`not is_active`] : []),
    ...(expiring
      ? [
          sql`membership_expires_at > studbook_now()`,
          sql`membership_expires_at <= studbook_now() + interval '30 days'`,
        ]
      : []),
  ];
}

/** Matches the user with this ID, the owner of an ad or payment with it, and a user who chose it as a username. */
function hasId(id: string): RawBuilder<unknown> {
  return sql`users.id in (
    select ${id}::uuid
    union all select id from users where lower(username collate "C") = ${usernameKey(id)}
    union all select user_id from ads where id = ${id}::uuid
    union all select user_id from payments where id = ${id}::uuid)`;
}

/** Matches part of the name or of the newest address, or the whole verified address. */
function hasText(text: string): RawBuilder<unknown> {
  const isPart = sql`${SEARCH_TEXT} like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`})`;
  return sql`(${isPart} or lower(verified_email collate "C") = ${usernameKey(text)})`;
}

const SEARCH_TEXT = sql.raw("user_search_text(username, email, first_name, last_name)");

/** Joins conditions with `and` and excludes the sample owner, who appears in no list. */
export function allExceptSampleOwner(
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const notSamples = sql`users.id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`;
  return sql.join([notSamples, ...conditions], AND);
}

export function pageConditions(after: Cursor | undefined): RawBuilder<unknown>[] {
  return after
    ? [sql`(users.created_at, users.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`]
    : [];
}
