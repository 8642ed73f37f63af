import { type Kysely, sql } from "kysely";

/** Who has used a coupon stays counted when the person is erased, as their payments do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table coupon_redemptions
     drop constraint coupon_redemptions_once,
     drop constraint coupon_redemptions_user_id_fkey,
     alter column user_id drop not null,
     add constraint coupon_redemptions_once unique (coupon_id, user_id),
     add constraint coupon_redemptions_user_id_fkey
       foreign key (user_id) references users on delete set null`,
  // What erasing a user looks for.
  `create index coupon_redemptions_user on coupon_redemptions (user_id)`,
];
