import type { UserFilters } from "@studbook/domain/admin";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { sql } from "kysely";
import type { Db } from "../client.ts";
import { allOf, placeAfter, userConditions } from "./admin-users.ts";

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

export type AdRow = {
  id: string;
  userId: string;
  username: string;
  dogName: string;
  breed: string;
  state: string;
  birthdate: string;
  studFee: number;
  description: string;
  ownerName: string;
  ownerEmail: string;
  ownerPhone: string | null;
  isListed: boolean;
  hiddenReason: string | null;
  createdAt: string;
  updatedAt: string;
};

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

export const AD_ROW_COLUMNS = [
  "id",
  "userId",
  "username",
  "dogName",
  "breed",
  "state",
  "birthdate",
  "studFee",
  "description",
  "ownerName",
  "ownerEmail",
  "ownerPhone",
  "isListed",
  "hiddenReason",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof AdRow)[];

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Users for a file, newest first, those after the given one. */
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
    from users where ${allOf([...userConditions(filters), ...placeAfter(after)])}
    order by users.created_at desc, users.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Ads for a file in the order of their ids, those after the given one. */
export async function listAdRows(
  db: Db,
  limit: number,
  after: { id: string } | undefined,
): Promise<AdRow[]> {
  const place = after ? sql`and ads.id > ${after.id}::uuid` : sql``;
  const { rows } = await sql<AdRow>`
    select ads.id, ads.user_id, users.username, dog_name, breed, state, birthdate, stud_fee,
      description, owner_name, owner_email, owner_phone,
      coalesce(listed_until > studbook_now(), false) as is_listed, hidden_reason,
      ${iso("ads.created_at")} as created_at, ${iso("ads.updated_at")} as updated_at
    from ads join users on users.id = ads.user_id
    where ads.user_id <> ${sql.lit(SAMPLE_OWNER_ID)}::uuid ${place}
    order by ads.id limit ${limit}`.execute(db);
  return rows;
}
