import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { migrateToLatest } from "@studbook/db/migrate";
import { findAttempt, insertAttempt } from "@studbook/db/queries/payment-attempts";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { findFreePort } from "@studbook/local-postgres/free-port";
import { type RunningSandbox, startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember, signInAs } from "../../test/test-app.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { runCli } from "./run-cli.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

let studbook: TestDb;
let folder: string;
let provider: RunningSandbox;
beforeAll(async () => {
  studbook = await createTestDb();
  await prepareDatabase(studbook);
  folder = await mkdtemp("/var/tmp/studbook-cli-");
  await chmod(folder, 0o755);
  provider = await startSandbox({ port: 0, stateDir: join(folder, "provider") });
});
afterAll(async () => {
  await provider.close();
  await studbook.drop();
  await rm(folder, { recursive: true, force: true });
});

type Outcome = { code: number; out: string; err: string };

/** The environment of a command, without the variables of the test process. */
const environmentOf = (env: Record<string, string>) => ({
  STUDBOOK_MODE: "demo",
  DATA_DIR: folder,
  DATABASE_URL: studbook.url,
  DATABASE_OWNER_URL: studbook.ownerUrl,
  STRIPE_API_URL: provider.url,
  ...env,
});

async function studbookCli(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const outcome = { out: "", err: "" };
  const code = await runCli(args, environmentOf(env), {
    out(text) {
      outcome.out += text;
    },
    err(text) {
      outcome.err += text;
    },
  });
  return { code, ...outcome };
}

/** Runs the program in a separate process, as an operator does. */
async function spawnCli(args: string[]): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...environmentOf({}) } };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [MAIN, ...args],
      options,
    );
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    if (!(error instanceof Error) || !("stdout" in error) || !("stderr" in error)) throw error;
    const code = "code" in error ? Number(error.code) : -1;
    return { code, out: String(error.stdout), err: String(error.stderr) };
  }
}

const asJson = async (args: string[]) => {
  const { code, out } = await studbookCli([...args, "--json"]);
  expect(code).toBe(0);
  return JSON.parse(out);
};

const auditOf = async (subjectId: string) =>
  await studbook.db
    .selectFrom("auditLog")
    .select(["action", "actorId", "details"])
    .where("subjectId", "=", subjectId)
    .orderBy("id")
    .execute();

describe("the command line", () => {
  it("prints help and errors, and sets the exit code", async () => {
    const [help, wrong, refused] = await Promise.all([
      spawnCli(["--help"]),
      spawnCli(["user", "vanish"]),
      spawnCli(["user", "show", "nobody.here"]),
    ]);
    expect(help).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: studbook/),
      err: "",
    });
    expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/--help/) });
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^There is no such user/),
    });
  });

  it.each([
    [["--help"], 0],
    [["user", "--help"], 0],
    [[], 2],
    [["user"], 2],
    [["user", "vanish", "x"], 2],
    [["user", "show"], 2],
    [["user", "show", "a", "b"], 2],
    [["check", "--loud"], 2],
    [["coupon", "create", "Spring"], 2],
  ])("answers %j with exit code %i and usage information", async (args, code) => {
    const outcome = await studbookCli(args);
    expect(outcome.code).toBe(code);
    expect(code === 0 ? outcome.out : outcome.err).toMatch(/Usage: studbook|--help/);
  });

  it.each([[["user", "show"]], [["vanish"]], [["check", "--loud"]]])(
    "answers %j --json with exit code 2 and a JSON error",
    async (args) => {
      const { code, out, err } = await studbookCli([...args, "--json"]);
      expect([code, out]).toEqual([2, ""]);
      expect(JSON.parse(err)).toEqual({ error: expect.stringMatching(/\S/), code: "BAD_COMMAND" });
    },
  );

  it.each([
    ["garbage", /^DATABASE_URL: must be a URL/],
    ["postgres://nobody:wrong@HOST/DATABASE", /^The database rejected the connection: .*nobody/],
    ["postgres://USER@HOST/none", /^The database rejected the connection: .*none/],
  ])("explains an unusable DATABASE_URL in one line: %s", async (pattern, message) => {
    const { username, password, host, pathname } = new URL(studbook.url);
    const url = pattern
      .replace("USER", `${username}:${password}`)
      .replace("HOST", host)
      .replace("/DATABASE", pathname);
    const { code, err } = await studbookCli(["user", "show", "basic"], { DATABASE_URL: url });
    expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
    expect(err).toMatch(message);
  });

  it.each([
    [["user", "show", "nobody.here"], "USER_NOT_FOUND"],
    [["user", "deactivate", SAMPLE_OWNER_ID], "USER_NOT_FOUND"],
    [["admin", "revoke", "'; drop table users"], "USER_NOT_FOUND"],
    [["coupon", "disable", "Nobody"], "COUPON_NOT_FOUND"],
    [["coupon", "create", "launch", "--percent", "5", "--description", "x"], "COUPON_EXISTS"],
    [["coupon", "create", "New", "--percent", "half", "--description", "x"], "BAD_REQUEST"],
  ])("answers %j with exit code 1 and %s", async (args, code) => {
    const outcome = await studbookCli([...args, "--json"]);
    expect(outcome.code).toBe(1);
    expect(outcome.out).toBe("");
    expect(JSON.parse(outcome.err)).toEqual({ error: expect.stringMatching(/\S/), code });
  });
});

describe("accounts", () => {
  it("are deactivated and reactivated, with audit records without an actor", async () => {
    const { id, username } = await createMember(studbook.db);
    expect((await studbookCli(["user", "deactivate", username.toUpperCase()])).out).toBe(
      `${username} is inactive.\n`,
    );
    expect((await studbookCli(["user", "deactivate", id])).code).toBe(0);
    const sessions = await studbook.db.selectFrom("sessions").select("sess").execute();
    expect(JSON.stringify(sessions)).not.toContain(id);
    expect(await asJson(["user", "reactivate", username])).toEqual({ id, isActive: true });
    expect(await auditOf(id)).toEqual([
      { action: "user.deactivated", actorId: null, details: { by: "cli" } },
      { action: "user.reactivated", actorId: null, details: { by: "cli" } },
    ]);
  });

  it("need the prefix id: if an id is also another user's username", async () => {
    const { id, username } = await createMember(studbook.db);
    const impostor = await createUser(studbook.db, { username: id.toUpperCase() });
    const commands = [
      ["admin", "grant"],
      ["admin", "revoke"],
      ["user", "show"],
      ["user", "deactivate"],
      ["user", "reactivate"],
      ["user", "reset-password"],
      ["user", "erase", "--yes"],
    ];
    for (const command of commands) {
      const { code, err } = await studbookCli([...command, id]);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(`is the id of ${username} (id:${id})`),
      ]);
      expect(err).toContain(`id:${impostor.id}`);
    }
    expect(await auditOf(id)).toEqual([]);
    expect(await auditOf(impostor.id)).toEqual([]);
    expect(await asJson(["user", "show", `id:${id}`])).toMatchObject({ id, username });
    expect(await asJson(["user", "show", username])).toMatchObject({ id });
    await asJson(["user", "deactivate", `id:${impostor.id}`]);
    expect(await asJson(["user", "show", impostor.id])).toMatchObject({ isActive: false });
  });

  it("are found by usernames that look like an id or an option", async () => {
    const named = await createUser(studbook.db, { username: randomUUID() });
    const option = await createUser(studbook.db, { username: "--yes" });
    expect(await asJson(["user", "show", named.username])).toMatchObject({ id: named.id });
    expect((await studbookCli(["user", "show", "--", "--yes"])).out).toContain(option.id);
    const { code, err } = await studbookCli(["user", "erase", "--", "--yes"]);
    expect([code, err]).toEqual([1, expect.stringContaining("This permanently deletes --yes")]);
  });

  it("are shown without secrets and unused columns", async () => {
    const { id, username } = await createMember(studbook.db);
    const { out } = await studbookCli(["user", "show", id]);
    expect(out).toMatch(new RegExp(`^username +${username}$`, "m"));
    expect(out).not.toMatch(/argon2|password/);
    // Showing columns that no rule reads would be misleading.
    expect(out).not.toMatch(/emailVerifiedAt|profileImageUrl/);
    expect(await asJson(["user", "show", username])).toMatchObject({ id, isActive: true });
  });

  it("get a working password and lose the old one and all sessions", async () => {
    const email = "ann@example.com";
    const verified = { email, verifiedEmail: email };
    const { id, username, cookie } = await createMember(studbook.db, verified);
    const { out } = await studbookCli(["user", "reset-password", username]);
    expect(out).toMatch(/ is \S{20}\n.* no verified email address now\. /);
    const { password } = await asJson(["user", "reset-password", username]);
    const app = await buildTestApp(studbook.db);
    const login = async (given: string) => {
      const payload = { username, password: given };
      return (await app.inject({ method: "POST", url: "/api/login", payload })).statusCode;
    };
    expect(await login("right-password")).toBe(401);
    expect(await login(password)).toBe(200);
    const me = await app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(me.statusCode).toBe(401);
    await app.close();
    const [record] = await auditOf(id);
    expect(record).toMatchObject({ action: "user.password-reset", details: { by: "cli" } });
    const queued = `select state::text from pgboss.job join mails on data ->> 'mailId' = mails.id::text
      where user_id = $1`;
    expect(await studbook.run(queued, [id])).toEqual([{ state: "created" }]);
  });

  it("are erased only with --yes, and leave their ids in the audit log", async () => {
    const { id, username } = await createMember(studbook.db);
    expect((await studbookCli(["user", "erase", username])).err).toMatch(/Add --yes/);
    const erased = { ads: 0, photos: 0, payments: 0 };
    expect(await asJson(["user", "erase", username, "--yes"])).toEqual({ id, ...erased });
    expect(await auditOf(id)).toMatchObject([{ actorId: null, details: { by: "cli", ...erased } }]);
  });

  it("of admins cannot be deactivated, and concurrent revocations leave one admin", async () => {
    const names = [];
    for (let n = 0; n < 2; n++) {
      const { id } = await createAdmin(studbook.db);
      await signInAs(studbook.db, id);
      names.push(id);
    }
    expect((await studbookCli(["user", "deactivate", names[0] ?? ""])).code).toBe(1);
    const outcomes = await Promise.all(names.map((id) => spawnCli(["admin", "revoke", id])));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(outcomes.map(({ err }) => err).join("")).toMatch(/the last admin/);
    const { id } = await createUser(studbook.db);
    expect((await studbookCli(["admin", "grant", id])).code).toBe(0);
    const admins = await studbook.run("select id from users where is_admin");
    expect(admins).toHaveLength(2);
  });
});

it("creates, lists and disables coupons, with audit records without an actor", async () => {
  const fields = ["--percent", "20", "--description", "A fifth off", "--limit", "9"];
  const created = await asJson(["coupon", "create", "Spring", ...fields]);
  expect(created).toMatchObject({ code: "Spring", percentOff: 20, maxRedemptions: 9, uses: 0 });
  const { out } = await studbookCli(["coupon", "list"]);
  expect(out).toMatch(/^Spring +20% {2}on +0\/9 used$/m);
  expect(out).toMatch(/^START2025 +99% {2}on +0\/∞ used$/m);
  expect(await asJson(["coupon", "disable", "SPRING"])).toEqual({ ...created, active: false });
  expect(await auditOf(created.id)).toMatchObject([
    { actorId: null, details: { by: "cli", percentOff: 20, maxRedemptions: 9 } },
    { actorId: null, details: { by: "cli", active: false } },
  ]);
});

describe("the service commands", () => {
  it("print one line per check", async () => {
    const { code, out } = await studbookCli(["check"]);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^config +ok +demo$/),
      expect.stringMatching(/^database +ok +PostgreSQL \d+.*, schema up to date$/),
      expect.stringMatching(/^role +ok +no excess rights$/),
      expect.stringMatching(/^storage +ok +folder /),
      expect.stringMatching(/^provider +ok +Stripe sandbox at /),
      expect.stringMatching(/^mail +ok +no SMTP_URL, so mails are kept as files in /),
      "",
    ]);
    expect(code).toBe(0);
  });

  it.each([
    [{ STUDBOOK_MODE: "production" }, "config", /STRIPE_SECRET_KEY/],
    [{ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" }, "database", /ECONNREFUSED/],
    [{ DATA_DIR: MAIN }, "storage", /ENOTDIR/],
    [{ STRIPE_API_URL: "http://127.0.0.1:9" }, "provider", /^cannot connect: .*ECONNREFUSED/],
    [
      { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "mail@studbook.test" },
      "mail",
      /^127.0.0.1:9: ESOCKET/,
    ],
  ])("report a failed check with %j", async (env, name, detail) => {
    const { code, out } = await studbookCli(["check", "--json"], env);
    expect(code).toBe(1);
    const failed = JSON.parse(out).checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed[0]).toMatchObject({ name, detail: expect.stringMatching(detail) });
  });

  it("report servers that use the owner's role", async () => {
    const env = { DATABASE_URL: studbook.ownerUrl, DATABASE_OWNER_URL: "" };
    const { code, out } = await studbookCli(["check"], env);
    expect(out).toMatch(
      /^role +FAILED +the role of DATABASE_URL is a superuser: give servers a separate role/m,
    );
    expect(code).toBe(1);
  });

  it("report what `migrate` still has to do", async () => {
    const empty = await createTestDb({ migrated: false });
    const env = { DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl };
    const detailOf = async () => {
      const { checks } = JSON.parse((await studbookCli(["check", "--json"], env)).out);
      return checks.find(({ name }: { name: string }) => name === "database").detail;
    };
    expect(await detailOf()).toMatch(/^run `migrate` first; missing: migrations 0001-tables, /);
    await migrateToLatest({ url: empty.ownerUrl });
    expect(await detailOf()).toBe("run `migrate` first; missing: the rights of the server's role");
    const asServer = { ...env, DATABASE_OWNER_URL: "" };
    const refusal =
      /^The database role lacks the necessary rights: permission denied .*\. Set DATABASE_OWNER_URL/;
    const migrating = await studbookCli(["migrate"], asServer);
    expect(migrating.err).toMatch(new RegExp(`${refusal.source}\\.\\n$`));
    const showing = await studbookCli(["user", "show", "ann"], asServer);
    expect(showing.err).toMatch(new RegExp(`${refusal.source}, or run \`migrate\` first\\.\\n$`));
    expect((await studbookCli(["migrate"], env)).out).toBe("Nothing to do.\n");
    expect(await detailOf()).toMatch(/schema up to date$/);
    await empty.drop();
  });

  it("report a key that Stripe rejects", async () => {
    const refusing = createServer((_request, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(
        '{ "error": { "type": "invalid_request_error", "message": "Invalid API Key" } }',
      );
    });
    const port = await findFreePort();
    await once(refusing.listen(port, "127.0.0.1"), "listening");
    const { code, out } = await studbookCli(["check"], {
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    });
    refusing.close();
    expect(out).toMatch(/^provider +FAILED +Stripe rejected STRIPE_SECRET_KEY$/m);
    expect(code).toBe(1);
  });

  it("reconcile checkouts that a server would not check yet", async () => {
    const { id: userId } = await createUser(studbook.db);
    const { id } = await studbook.db
      .transaction()
      .execute((tx) =>
        insertAttempt(tx, { userId, membershipTier: "basic", couponId: null, amount: 2900 }),
      );
    expect(await asJson(["reconcile"])).toEqual({ changed: 0 });
    expect((await findAttempt(studbook.db, id))?.askedAt).toBeInstanceOf(Date);
  });

  it("migrate and sweep", async () => {
    expect(await asJson(["migrate"])).toEqual({ ran: [] });
    const past = new Date(Date.now() + 1000);
    const { id } = await createUser(studbook.db, { membershipExpiresAt: past });
    await createAd(studbook.db, id);
    await studbook.advance(2000);
    expect(await asJson(["sweep"])).toMatchObject({ endedAds: 1, unusedPhotos: 0 });
    expect(await asJson(["sweep"])).toMatchObject({
      endedAds: 0,
      foldedCounts: 0,
      foldedTotals: 0,
    });
  });

  it("require DATABASE_URL", async () => {
    const { code, err } = await studbookCli(["user", "show", "x"], { DATABASE_URL: "" });
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATABASE_URL is not set/)]);
  });
});
