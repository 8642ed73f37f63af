import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { migrateToLatest } from "@studbook/db/migrate";
import { findAttempt, insertAttempt } from "@studbook/db/queries/payment-attempts";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb } from "@studbook/db/test/test-db";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { describe, expect, it } from "vitest";
import { useCommandLine } from "../../test/use-command-line.ts";

const A_FILE = fileURLToPath(import.meta.url);

const { database, runCommand, runJson } = useCommandLine();

describe("the service commands", () => {
  it("print one line per check", async () => {
    const { code, out } = await runCommand(["check"]);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^config +ok +demo$/),
      expect.stringMatching(/^database +ok +PostgreSQL \d+.*, schema up to date$/),
      expect.stringMatching(/^role +ok +no excess privileges$/),
      expect.stringMatching(/^storage +ok +folder /),
      expect.stringMatching(/^stripe +ok +Stripe sandbox at /),
      expect.stringMatching(/^mail +ok +SMTP_URL is not set, so emails are saved as files in /),
      expect.stringMatching(
        /^clock +ok +the clocks of the database and this machine match Stripe's$/,
      ),
      "",
    ]);
    expect(code).toBe(0);
  });

  it.each([
    [{ STUDBOOK_MODE: "production" }, "config", /STRIPE_SECRET_KEY/],
    [{ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" }, "database", /ECONNREFUSED/],
    [
      { DATA_DIR: A_FILE },
      "storage",
      /^ENOTDIR: not a directory \(.*\)\. See docs\/operations\.md, Uploads return 507 or 503$/,
    ],
    [
      { STRIPE_API_URL: "http://127.0.0.1:9" },
      "stripe",
      /^cannot connect to Stripe: .*ECONNREFUSED/,
    ],
    [
      { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "mail@studbook.test" },
      "mail",
      /^127.0.0.1:9: ESOCKET/,
    ],
  ])("report a failed check with %j", async (env, name, detail) => {
    const { code, out } = await runCommand(["check", "--json"], env);
    expect(code).toBe(1);
    const failed = JSON.parse(out).checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed[0]).toMatchObject({ name, detail: expect.stringMatching(detail) });
  });

  it("report servers that use the owner's role", async () => {
    const env = { DATABASE_URL: database().ownerUrl, DATABASE_OWNER_URL: "" };
    const { code, out } = await runCommand(["check"], env);
    expect(out).toMatch(
      /^role +FAILED +the DATABASE_URL role has excess privileges\. It is a superuser\. Use a separate role for servers/m,
    );
    expect(code).toBe(1);
  });

  it("report a database that accepts no writes", async () => {
    const standby = await createTestDb({ migrated: false });
    const env = { DATABASE_URL: standby.url, DATABASE_OWNER_URL: standby.ownerUrl };
    await runCommand(["migrate"], env);
    const name = new URL(standby.url).pathname.slice(1);
    await standby.run(`alter database ${name} set default_transaction_read_only = on`);
    const reason = /The database accepts no writes: it is a standby, or/;
    const checked = await runCommand(["check"], env);
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(reason)]);
    const swept = await runCommand(["sweep"], env);
    expect([swept.code, swept.err]).toEqual([1, expect.stringMatching(reason)]);
    await standby.drop();
  });

  it("compare the clocks", async () => {
    const other = await createTestDb({ migrated: false });
    const env = { DATABASE_URL: other.url, DATABASE_OWNER_URL: other.ownerUrl };
    await runCommand(["migrate"], env);
    await other.advance(600_000);
    const getClock = async (settings: Record<string, string>) => {
      const { checks } = JSON.parse((await runCommand(["check", "--json"], settings)).out);
      return checks.find(({ name }: { name: string }) => name === "clock").detail;
    };
    expect(await getClock(env)).toMatch(
      /^the database's clock is (599|60[01]) s ahead of Stripe's\. Synchronize the clock with NTP/,
    );
    expect(await getClock({ ...env, STRIPE_API_URL: "http://127.0.0.1:9" })).toMatch(
      /^the database's clock is (599|60[01]) s ahead of this machine's\./,
    );
    await other.drop();
  });

  it("report what `migrate` still has to do", async () => {
    const empty = await createTestDb({ migrated: false });
    const env = { DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl };
    const getDetail = async () => {
      const { checks } = JSON.parse((await runCommand(["check", "--json"], env)).out);
      return checks.find(({ name }: { name: string }) => name === "database").detail;
    };
    expect(await getDetail()).toMatch(
      /^the database is not prepared; missing: migrations 0001-tables, .*\. Run `migrate`\.$/,
    );
    await migrateToLatest({ url: empty.ownerUrl });
    expect(await getDetail()).toBe(
      "the database is not prepared; missing: the server role's privileges. Run `migrate`.",
    );
    const asServer = { ...env, DATABASE_OWNER_URL: "" };
    const refusal =
      /^The database role lacks the necessary privileges: permission denied .*\. Set DATABASE_OWNER_URL/;
    const migrating = await runCommand(["migrate"], asServer);
    expect(migrating.err).toMatch(new RegExp(`${refusal.source}\\.\\n$`));
    const showing = await runCommand(["user", "show", "ann"], asServer);
    expect(showing.err).toMatch(new RegExp(`${refusal.source}, or run \`migrate\` first\\.\\n$`));
    expect((await runCommand(["migrate"], env)).out).toBe("Nothing to do.\n");
    expect(await getDetail()).toMatch(/schema up to date$/);
    await empty.drop();
  });

  it("report a key that Stripe rejects", async () => {
    const refusing = createServer((_request, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(
        '{ "error": { "type": "invalid_request_error", "message": "Invalid API Key" } }',
      );
    });
    const port = await getFreePort();
    await once(refusing.listen(port, "127.0.0.1"), "listening");
    const { code, out } = await runCommand(["check"], {
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    });
    refusing.close();
    expect(out).toMatch(
      /^stripe +FAILED +Stripe rejected STRIPE_SECRET_KEY\. Copy it again from the Stripe Dashboard$/m,
    );
    expect(code).toBe(1);
  });

  it("reconcile checkouts that a server would not check yet", async () => {
    const { id: userId } = await createUser(database().db);
    const { id } = await database()
      .db.transaction()
      .execute((tx) =>
        insertAttempt(tx, { userId, membershipTier: "basic", couponId: null, amount: 2900 }),
      );
    expect(await runJson(["reconcile"])).toEqual({ changed: 0 });
    expect((await findAttempt(database().db, id))?.askedAt).toBeInstanceOf(Date);
  });

  it("migrate and sweep", async () => {
    expect(await runJson(["migrate"])).toEqual({ ran: [] });
    const past = new Date(Date.now() + 1000);
    const { id } = await createUser(database().db, { membershipExpiresAt: past });
    await createAd(database().db, id);
    await database().advance(2000);
    expect(await runJson(["sweep"])).toMatchObject({ expiredAds: 1, unusedPhotos: 0 });
    expect(await runJson(["sweep"])).toMatchObject({
      expiredAds: 0,
      updatedCounts: 0,
      updatedTotals: 0,
    });
  });

  it("require DATABASE_URL", async () => {
    const { code, err } = await runCommand(["user", "show", "x"], { DATABASE_URL: "" });
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATABASE_URL is not set/)]);
  });
});
