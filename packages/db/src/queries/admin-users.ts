import type { Cursor } from "@studbook/domain/cursor";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { usernameKey } from "@studbook/domain/schemas/account";
import type { AdminUser, UserFilters } from "@studbook/domain/schemas/admin";
import { isUuid } from "@studbook/domain/uuid";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";
import { PAYMENT_COLUMNS } from "./payment-json.ts";
import { COUNT_USERS } from "./totals.ts";

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
  (select coalesce(sum(amount), 0) from payments
     where user_id = users.id and status = 'succeeded') as "totalSpent",
  (select coalesce(json_agg(payment), '[]') from (
     select ${PAYMENT_COLUMNS} from payments where user_id = users.id
     order by created_at desc, id desc limit 100) payment) as payments,
  (select coalesce(json_agg(ad), '[]') from (
     select id, dog_name as "dogName", breed, state, stud_fee as "studFee",
       to_char(created_at at time zone 'UTC', ${INSTANT}) as "createdAt",
       hidden_reason as "hiddenReason"
     from ads where user_id = users.id order by created_at desc, id desc limit 100) ad) as ads`);

/** A page of the operator's list of users, newest first, and the exact number of all that match. */
export async function listAdminUsers(
  db: Db,
  filters: UserFilters,
  page: { limit: number; after?: Cursor | undefined },
): Promise<AdminUserRows> {
  const { limit, after } = page;
  const matches = userConditions(filters);
  const order = sql`order by users.created_at desc, users.id desc limit ${limit + 1}`;
  // What takes a search is looked for once, for the page and for the number.
  const found = sql`found as materialized (
    select id, created_at from users where ${allOf(matches)})`;
  const isOnPage = filters.q
    ? sql`users.id in (
        select users.id from found users where ${sql.join([sql`true`, ...placeAfter(after)], AND)} ${order})`
    : allOf([...matches, ...placeAfter(after)]);
  const total = filters.q
    ? sql`(select count(*) from found)`
    : matches.length > 0
      ? sql`(select count(*) from users where ${allOf(matches)})`
      : sql.raw(COUNT_USERS);
  const { rows } = await sql<{ items: AdminUser[]; total: number }>`
    ${filters.q ? sql`with ${found}` : sql``}
    select (select coalesce(json_agg(entry), '[]') from (
        select ${ENTRY} from users where ${isOnPage} ${order}
      ) entry) as items,
      ${total}::integer as total`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The list of users answered nothing");
  const items = row.items.slice(0, limit);
  const last = items.at(-1);
  return last && row.items.length > items.length
    ? { items, total: row.total, next: { createdAt: last.createdAt, id: last.id } }
    : { items, total: row.total };
}

/** The conditions under which a user matches; none when all do. */
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

/** The user of this id, or whose ad or payment has it, and the one who has it as a username: ids are public. */
function hasId(id: string): RawBuilder<unknown> {
  return sql`users.id in (
    select ${id}::uuid
    union all select id from users where lower(username collate "C") = ${usernameKey(id)}
    union all select user_id from ads where id = ${id}::uuid
    union all select user_id from payments where id = ${id}::uuid)`;
}

/** A part of the name or the newest address, or all of the verified address. */
function hasText(text: string): RawBuilder<unknown> {
  const isPart = sql`${SEARCH_TEXT} like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`})`;
  return sql`(${isPart} or lower(verified_email collate "C") = ${usernameKey(text)})`;
}

const SEARCH_TEXT = sql.raw("user_search_text(username, email, first_name, last_name)");

/** All of these, for anyone but the owner of the samples, whom no list shows. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const notSamples = sql`users.id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid`;
  return sql.join([notSamples, ...conditions], AND);
}

export function placeAfter(after: Cursor | undefined): RawBuilder<unknown>[] {
  return after
    ? [sql`(users.created_at, users.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`]
    : [];
}
