import { createAd, createUser } from "@studbook/db/test/factories";
import { readCsv } from "@studbook/domain/test/read-csv";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
});

const get = (url: string, method: "GET" | "HEAD" = "GET") =>
  site.app.inject({ method, url, headers: { cookie: admin.cookie } });
/** Returns the rows of a CSV file, which must start with a byte-order mark. */
const parseRows = (body: string) => {
  expect(body.charCodeAt(0)).toBe(0xfeff);
  return readCsv(body.slice(1));
};
const listAuditRecords = async (action: string) =>
  await site.db.selectFrom("auditLog").selectAll().where("action", "=", action).execute();

describe("the user export", () => {
  it("is an attachment with a row for each matching user, and is recorded in the audit log", async () => {
    const { id } = await createUser(site.db, {
      username: "exported",
      email: "exported@example.com",
      firstName: '=HYPERLINK("http://evil.example","x")',
      lastName: 'Lee, "Dale";=1',
      createdAt: new Date("2026-01-02T03:04:05.678Z"),
      membershipTier: null,
      membershipExpiresAt: null,
    });
    const response = await get("/api/admin/users.csv?q=exported&tier=none");
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="studbook-users-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const columns =
      "id,username,email,firstName,lastName,isAdmin,isActive,membershipTier,membershipExpiresAt,adCount,totalSpent,createdAt";
    expect(parseRows(response.body)).toEqual([
      columns.split(","),
      [
        id,
        "exported",
        "exported@example.com",
        `'=HYPERLINK("http://evil.example","x")`,
        `Lee, "Dale";'=1`,
        "false",
        "true",
        "",
        "",
        "0",
        "0",
        "2026-01-02T03:04:05.678Z",
      ],
    ]);
    expect(await listAuditRecords("users.exported")).toMatchObject([
      { actorId: admin.id, details: { searched: true, tier: "none" } },
    ]);
  });

  it("has only the header row if no user matches", async () => {
    expect(parseRows((await get("/api/admin/users.csv?q=nobody-at-all")).body)).toHaveLength(1);
  });

  it("returns 400 for an unknown filter value", async () => {
    expect((await get("/api/admin/users.csv?tier=gold")).statusCode).toBe(400);
  });

  it("is not created for a HEAD request", async () => {
    const before = (await listAuditRecords("users.exported")).length;
    expect((await get("/api/admin/users.csv", "HEAD")).statusCode).toBe(405);
    expect(await listAuditRecords("users.exported")).toHaveLength(before);
  });

  it("contains each of 2,500 users exactly once, across batches", async () => {
    await site.run(`insert into users (username, password, email)
      select 'bulk-' || n, '!', 'bulk@example.com' from generate_series(1, 2500) n`);
    const { body } = await get("/api/admin/users.csv?q=bulk@example");
    const usernames = parseRows(body)
      .slice(1)
      .map(([, username]) => username);
    expect(usernames).toHaveLength(2500);
    expect(new Set(usernames).size).toBe(2500);
  });
});

describe("the ad export", () => {
  it("includes hidden ads with the reason, but no sample ads", async () => {
    const { id, username } = await createUser(site.db);
    const record = { titles: { suffix: "CGC" }, terms: { extraCosts: "None; =1, @2" } };
    const ad = await createAd(site.db, id, { description: "Two\n=lines", record });
    await site.run("update ads set hidden_at = now(), hidden_reason = '@reason' where id = $1", [
      ad.id,
    ]);
    const response = await get("/api/admin/ads.csv");
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [columns = [], cells = [], ...rest] = parseRows(response.body);
    expect(columns.join(",")).toMatch(
      /^id,userId,username,dogName,breed,state,birthdate,studFee,description,ownerName,ownerEmail,ownerPhone,.*isListed,hiddenReason,createdAt,updatedAt$/,
    );
    const row = Object.fromEntries(cells.map((value, i) => [columns[i], value]));
    expect(JSON.parse(row.record ?? "")).toEqual(record);
    expect(row).toMatchObject({
      id: ad.id,
      userId: id,
      username,
      dogName: "Rex",
      breed: "Boxer",
      state: "TX",
      birthdate: "2022-02-28",
      studFee: "500",
      description: "Two\n'=lines",
      ownerName: "An Owner",
      ownerEmail: "owner@example.com",
      ownerPhone: "",
      isListed: "false",
      hiddenReason: "'@reason",
      createdAt: ad.createdAt,
      updatedAt: ad.updatedAt,
    });
    expect(rest).toEqual([]);
    expect(await listAuditRecords("ads.exported")).toHaveLength(1);
  });

  it("is aborted if the user loses admin access during the download", async () => {
    const former = await createAdmin(site.db);
    const { id } = await createUser(site.db);
    await site.run(
      `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description,
        owner_name, owner_email)
      select $1, 'Rex', 'Boxer', 'TX', '2022-02-28', 1, repeat('x', 2000), 'A', 'a@example.com'
      from generate_series(1, 4000)`,
      [id],
    );
    const url = `${await site.app.listen({ port: 0, host: "127.0.0.1" })}/api/admin/ads.csv`;
    const response = await fetch(url, { headers: { cookie: former.cookie } });
    expect(response.status).toBe(200);
    await site.db
      .updateTable("users")
      .set({ isAdmin: false })
      .where("id", "=", former.id)
      .execute();
    await expect(response.text()).rejects.toThrow();
  });
});
