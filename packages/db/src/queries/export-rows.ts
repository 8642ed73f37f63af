import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { UserFilters } from "@studbook/domain/schemas/admin";
import { sql } from "kysely";
import type { Db } from "../client.ts";
import { AD_FIELDS, columnOf, isoInstant, OWN_RECORD_JSON } from "./ad-json.ts";
import { allExceptSampleOwner, pageConditions, userConditions } from "./admin-users.ts";
import { IS_PUBLIC } from "./visibility.ts";

export type UserRow = {
  id: string;
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  isActive: boolean;
  membershipTier: string | null;
  membershipExpiresAt: string | null;
  adCount: number;
  totalSpent: number;
  createdAt: string;
};

type AdField = Exclude<(typeof AD_FIELDS)[number], "images">;

export type AdRow = Pick<Ad, AdField> & {
  username: string;
  /** The record as JSON; null if nothing is stated. */
  record: string | null;
  isListed: boolean;
  hiddenReason: string | null;
};

const TEXT_AD_FIELDS = AD_FIELDS.filter((field) => field !== "images");
const AD_COLUMNS = TEXT_AD_FIELDS.filter((field) => !/At$/.test(field))
  .map((field) => `ads.${columnOf(field)}`)
  .join(", ");
const PLACED_FIELDS = new Set<AdField>(["id", "userId", "createdAt", "updatedAt"]);

export const USER_ROW_COLUMNS = [
  "id",
  "username",
  "email",
  "firstName",
  "lastName",
  "isAdmin",
  "isActive",
  "membershipTier",
  "membershipExpiresAt",
  "adCount",
  "totalSpent",
  "createdAt",
] as const satisfies (keyof UserRow)[];

export const AD_ROW_COLUMNS: readonly (keyof AdRow)[] = [
  "id",
  "userId",
  "username",
  ...TEXT_AD_FIELDS.filter((field) => !PLACED_FIELDS.has(field)),
  "record",
  "isListed",
  "hiddenReason",
  "createdAt",
  "updatedAt",
];

const iso = (column: string) => sql.raw(isoInstant(column));

/** Returns the users of an export after the given one, newest first. */
export async function listUserRows(
  db: Db,
  filters: UserFilters,
  limit: number,
  after: { createdAt: string; id: string } | undefined,
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select id, username, email, first_name, last_name, is_admin, is_active, membership_tier,
      ${iso("membership_expires_at")} as membership_expires_at, ad_count,
      (select coalesce(sum(amount), 0) from payments
         where user_id = users.id and status = 'succeeded') as total_spent,
      ${iso("created_at")} as created_at
    from users where ${allExceptSampleOwner([...userConditions(filters), ...pageConditions(after)])}
    order by users.created_at desc, users.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the ads of an export after the given one, ordered by ID. */
export async function listAdRows(
  db: Db,
  limit: number,
  after: { id: string } | undefined,
): Promise<AdRow[]> {
  const isAfter = after ? sql`and ads.id > ${after.id}::uuid` : sql``;
  const { rows } = await sql<AdRow>`
    select ${sql.raw(AD_COLUMNS)}, users.username,
      coalesce(${sql.raw(IS_PUBLIC)}, false) as is_listed, hidden_reason,
      ${sql.raw(OWN_RECORD_JSON)} as record,
      ${iso("ads.created_at")} as created_at, ${iso("ads.updated_at")} as updated_at
    from ads join users on users.id = ads.user_id
    where ads.user_id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid ${isAfter}
    order by ads.id limit ${limit}`.execute(db);
  return rows;
}
