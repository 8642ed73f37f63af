import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createAdmin, newAdFields, PASSWORD } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";
import { findMissingPreparation } from "./wait-until-prepared.ts";

// Few, so that every connection has prepared the product's frequent statements before the schema changes.
const site = useTestApp({ poolSize: 2 });

/** Adds what the migrations of a later release can add, to every table. */
async function migrateToLaterRelease(): Promise<void> {
  const tables = await site.run(
    "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) {
    await site.run(`alter table ${name} add column later_text text,
      add column later_number integer not null default 1`);
  }
  await site.run("create table later_ads (ad_id uuid primary key, n integer not null)");
  await site.run("grant select, insert, update, delete on later_ads to public");
  await site.run(`create function later_ads_count() returns trigger language plpgsql as $$
    begin
      insert into later_ads values (new.id, 1) on conflict (ad_id) do update set n = later_ads.n + 1;
      return null;
    end $$`);
  await site.run(`create trigger later_ads_count after insert or update on ads
    for each row execute function later_ads_count()`);
  await site.run("create index concurrently ads_later on ads (later_number, created_at)");
  await site.run(
    "insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01T00:00:00.000Z')",
  );
}

/** Makes the main calls of a member and of an admin. Returns the status of each. */
async function makeCalls(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let cookie = "";
  const call = async (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload = {}) => {
    const body = method === "GET" ? {} : { payload };
    const response = await site.app.inject({ method, url, headers: { cookie }, ...body });
    statuses[`${method} ${url.replace(/[0-9a-f-]{36}/, "ID")}`] = response.statusCode;
    const [set] = response.cookies.filter(({ name }) => name === "studbook");
    if (set) cookie = `studbook=${set.value}`;
    return response;
  };
  const username = `member-${randomUUID().slice(0, 8)}`;
  await call("POST", "/api/signup", { username, password: PASSWORD, membershipTier: "premium" });
  await call("POST", "/api/login", { username, password: PASSWORD });
  await call("GET", "/api/auth/me");
  const [{ id } = {}] = await site.run(
    `update users set membership_tier = 'premium', membership_expires_at = now() + interval '1 year'
     where username = $1 returning id`,
    [username],
  );
  const created = await call("POST", "/api/ads", await newAdFields(site.db, String(id)));
  const ad = `/api/ads/${created.json().id}`;
  await call("PATCH", ad, { studFee: 700 });
  await call("GET", ad);
  await call("GET", "/api/ads?breed=Boxer&state=TX");
  await call("GET", "/api/my-ads");
  await call("DELETE", ad);
  await call("PATCH", "/api/account/info", { firstName: "Ann" });
  await call("POST", "/api/account/close");
  ({ cookie } = await createAdmin(site.db));
  await call("GET", "/api/admin/stats");
  await call("GET", "/api/admin/users");
  await call("GET", "/api/admin/users.csv");
  await call("PATCH", `/api/admin/users/${id}/toggle-active`);
  return statuses;
}

it("works the same on the schema of a later release, and starts on it", async () => {
  await makeCalls();
  const before = await makeCalls();
  expect([...new Set(Object.values(before))].sort()).toEqual([200, 201]);
  await migrateToLaterRelease();
  for (let n = 0; n < 2; n++) expect(await makeCalls()).toEqual(before);
  // Nothing else is missing; test databases have no job queue.
  expect(await findMissingPreparation(site.db)).toBe("the job queue");
});
