import { randomUUID } from "node:crypto";
import { createUser } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember, signInAs } from "../../test/test-app.ts";
import { useCommandLine } from "../../test/use-command-line.ts";

const { database, runCommand, spawnCommand, runJson, listAudit } = useCommandLine();

describe("accounts", () => {
  it("are deactivated and reactivated, with audit records without an actor", async () => {
    const { id, username } = await createMember(database().db);
    expect((await runCommand(["user", "deactivate", username.toUpperCase()])).out).toBe(
      `${username} has been deactivated.\n`,
    );
    expect((await runCommand(["user", "deactivate", id])).code).toBe(0);
    const sessions = await database().db.selectFrom("sessions").select("sess").execute();
    expect(JSON.stringify(sessions)).not.toContain(id);
    expect(await runJson(["user", "reactivate", username])).toEqual({ id, isActive: true });
    expect(await listAudit(id)).toEqual([
      { action: "user.deactivated", actorId: null, details: { by: "cli" } },
      { action: "user.reactivated", actorId: null, details: { by: "cli" } },
    ]);
  });

  it("need the prefix id: if an ID is also another user's username", async () => {
    const { id, username } = await createMember(database().db);
    const impostor = await createUser(database().db, { username: id.toUpperCase() });
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
      const { code, err } = await runCommand([...command, id]);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(`is the ID of ${username} (id:${id})`),
      ]);
      expect(err).toContain(`id:${impostor.id}`);
    }
    expect(await listAudit(id)).toEqual([]);
    expect(await listAudit(impostor.id)).toEqual([]);
    expect(await runJson(["user", "show", `id:${id}`])).toMatchObject({ id, username });
    expect(await runJson(["user", "show", username])).toMatchObject({ id });
    await runJson(["user", "deactivate", `id:${impostor.id}`]);
    expect(await runJson(["user", "show", impostor.id])).toMatchObject({ isActive: false });
  });

  it("are found by usernames that look like an ID or an option", async () => {
    const named = await createUser(database().db, { username: randomUUID() });
    const option = await createUser(database().db, { username: "--yes" });
    expect(await runJson(["user", "show", named.username])).toMatchObject({ id: named.id });
    expect((await runCommand(["user", "show", "--", "--yes"])).out).toContain(option.id);
    const { code, err } = await runCommand(["user", "erase", "--", "--yes"]);
    expect([code, err]).toEqual([1, expect.stringContaining("This permanently deletes --yes")]);
  });

  it("are shown without secrets and unused columns", async () => {
    const { id, username } = await createMember(database().db);
    const { out } = await runCommand(["user", "show", id]);
    expect(out).toMatch(new RegExp(`^username +${username}$`, "m"));
    expect(out).not.toMatch(/argon2|password/);
    // Showing columns that no rule reads would be misleading.
    expect(out).not.toMatch(/emailVerifiedAt|profileImageUrl/);
    expect(await runJson(["user", "show", username])).toMatchObject({ id, isActive: true });
  });

  it("get a working password and lose the old one and all sessions", async () => {
    const email = "ann@example.com";
    const verified = { email, verifiedEmail: email };
    const { id, username, cookie } = await createMember(database().db, verified);
    const { out } = await runCommand(["user", "reset-password", username]);
    expect(out).toMatch(/ is \S{20}\n.* no longer has a confirmed email address\. /);
    const { password } = await runJson(["user", "reset-password", username]);
    const app = await buildTestApp(database().db);
    const login = async (given: string) => {
      const payload = { username, password: given };
      return (await app.inject({ method: "POST", url: "/api/login", payload })).statusCode;
    };
    expect(await login("right-password")).toBe(401);
    expect(await login(password)).toBe(200);
    const me = await app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(me.statusCode).toBe(401);
    await app.close();
    const [record] = await listAudit(id);
    expect(record).toMatchObject({ action: "user.password-reset", details: { by: "cli" } });
    const queued = `select state::text from pgboss.job join mails on data ->> 'mailId' = mails.id::text
      where user_id = $1`;
    expect(await database().run(queued, [id])).toEqual([{ state: "created" }]);
  });

  it("are erased only with --yes, and leave their IDs in the audit log", async () => {
    const { id, username } = await createMember(database().db);
    expect((await runCommand(["user", "erase", username])).err).toMatch(/Add --yes/);
    const erased = { ads: 0, photos: 0, payments: 0 };
    expect(await runJson(["user", "erase", username, "--yes"])).toEqual({ id, ...erased });
    expect(await listAudit(id)).toMatchObject([
      { actorId: null, details: { by: "cli", ...erased } },
    ]);
  });

  it("of admins cannot be deactivated, and concurrent revocations leave one admin", async () => {
    const names = [];
    for (let n = 0; n < 2; n++) {
      const { id } = await createAdmin(database().db);
      await signInAs(database().db, id);
      names.push(id);
    }
    expect((await runCommand(["user", "deactivate", names[0] ?? ""])).code).toBe(1);
    const outcomes = await Promise.all(names.map((id) => spawnCommand(["admin", "revoke", id])));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(outcomes.map(({ err }) => err).join("")).toMatch(/the last admin/);
    const { id } = await createUser(database().db);
    expect((await runCommand(["admin", "grant", id])).code).toBe(0);
    const admins = await database().run("select id from users where is_admin");
    expect(admins).toHaveLength(2);
  });
});
