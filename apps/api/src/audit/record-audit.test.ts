import { createAd } from "@studbook/db/test/factories";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createMember, PASSWORD } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { recordAudit } from "./record-audit.ts";

const site = useTestApp();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
  // Makes the transaction fail at commit, after all changes and the audit record.
  await site.run(`create function fail_at_commit() returns trigger language plpgsql as
    $$ begin raise exception 'injected'; end $$`);
});

type Request = { method: "POST" | "PATCH"; url: string; cookie?: string; payload?: object };

const send = ({ cookie, ...request }: Request) =>
  site.app.inject({ ...request, headers: cookie ? { cookie } : {} });
const recordsOf = (subjectId: string) =>
  site.run("select * from audit_log where subject_id = $1 order by id", [subjectId]);
const toggle = (id: string): Request => ({
  method: "PATCH",
  url: `/api/admin/users/${id}/toggle-active`,
  cookie: admin.cookie,
});
const admins = (name: string, payload: object): Request => ({
  method: "POST",
  url: `/trpc/admin.${name}`,
  cookie: admin.cookie,
  payload,
});
const login = (username: string, password = PASSWORD): Request => ({
  method: "POST",
  url: "/api/login",
  payload: { username, password },
});

type World = { member: Awaited<ReturnType<typeof createMember>>; adId: string };
type Case = { request: Request; actor: string; subject?: string };

/** Actions with the request that performs them and the expected actor and subject of the record. */
const CASES: [action: string, makeCase: (world: World) => Case][] = [
  ["auth.signed-in", ({ member }) => ({ request: login(member.username), actor: member.id })],
  [
    "auth.signed-out",
    ({ member }) => ({
      request: { method: "POST", url: "/api/logout", cookie: member.cookie },
      actor: member.id,
    }),
  ],
  [
    "account.password-changed",
    ({ member }) => ({
      request: {
        method: "PATCH",
        url: "/api/account/password",
        cookie: member.cookie,
        payload: { currentPassword: PASSWORD, newPassword: "new-password" },
      },
      actor: member.id,
    }),
  ],
  [
    "account.email-changed",
    ({ member }) => ({
      request: {
        method: "PATCH",
        url: "/api/account/info",
        cookie: member.cookie,
        payload: { email: "newer@example.com" },
      },
      actor: member.id,
    }),
  ],
  [
    "account.email-removed",
    ({ member }) => ({
      request: {
        method: "POST",
        url: "/api/account/email/remove",
        cookie: member.cookie,
        payload: { password: PASSWORD },
      },
      actor: member.id,
    }),
  ],
  [
    "account.closed",
    ({ member }) => ({
      request: { method: "POST", url: "/api/account/close", cookie: member.cookie },
      actor: member.id,
    }),
  ],
  ["user.deactivated", ({ member }) => ({ request: toggle(member.id), actor: admin.id })],
  [
    "ad.hidden",
    ({ adId }) => ({
      request: admins("hideAd", { id: adId, reason: "Call 555-0100, ann@example.com" }),
      actor: admin.id,
      subject: adId,
    }),
  ],
];

/** Returns everything that an action could have changed. */
async function snapshot(userId: string) {
  return await site.run(
    `select (select json_agg(u) from users u where id = $1) as users,
       (select json_agg(a order by id) from ads a where user_id = $1) as ads,
       (select json_agg(s order by sid) from sessions s where sess ->> 'userId' = $1::text) as sessions,
       (select json_agg(d) from devices d where user_id = $1) as devices,
       (select count(*) from audit_log) as records`,
    [userId],
  );
}

async function createWorld() {
  const email = "member@example.com";
  const member = await createMember(site.db, { email, verifiedEmail: email });
  return { member, adId: (await createAd(site.db, member.id)).id };
}

describe("an action and its audit record", () => {
  it.each(CASES)("%s are committed together", async (action, makeCase) => {
    const world = await createWorld();
    const { request, actor, subject = world.member.id } = makeCase(world);
    const response = await send(request);
    expect(response.statusCode).toBe(200);
    expect(await recordsOf(subject)).toMatchObject([
      {
        action,
        actorId: actor,
        subjectType: action === "ad.hidden" ? "ad" : "user",
        details: {},
        requestId: response.headers["x-request-id"],
      },
    ]);
  });

  it.each(CASES)("%s are rolled back together", async (_, makeCase) => {
    const world = await createWorld();
    const before = await snapshot(world.member.id);
    await site.run(`create constraint trigger fail_at_commit after insert on audit_log
      deferrable initially deferred for each row execute function fail_at_commit()`);
    const response = await send(makeCase(world).request);
    await site.run("drop trigger fail_at_commit on audit_log");
    expect(response.statusCode).toBe(500);
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(await snapshot(world.member.id)).toEqual(before);
  });

  it.each(CASES)("%s fails if it cannot be recorded", async (_, makeCase) => {
    const world = await createWorld();
    const before = await snapshot(world.member.id);
    await site.run(`create trigger fail_at_commit before insert on audit_log
      for each row execute function fail_at_commit()`);
    const response = await send(makeCase(world).request);
    await site.run("drop trigger fail_at_commit on audit_log");
    expect(response.statusCode).toBe(500);
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(await snapshot(world.member.id)).toEqual(before);
  });
});

describe("the audit log", () => {
  it("records a sign-up", async () => {
    const payload = { username: "audited.person", password: PASSWORD, membershipTier: "basic" };
    await send({ method: "POST", url: "/api/signup", payload });
    const { id } = await site.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", payload.username)
      .executeTakeFirstOrThrow();
    expect(await recordsOf(id)).toMatchObject([{ action: "auth.signed-up", actorId: id }]);
  });

  it("records reactivations and restored ads", async () => {
    const { member, adId } = await createWorld();
    for (const request of [toggle(member.id), toggle(member.id)]) await send(request);
    await send(admins("hideAd", { id: adId, reason: "Not a dog" }));
    await send(admins("restoreAd", { id: adId }));
    await send(admins("restoreAd", { id: adId }));
    expect((await recordsOf(member.id)).map(({ action }) => action)).toEqual([
      "user.deactivated",
      "user.reactivated",
    ]);
    expect((await recordsOf(adId)).map(({ action }) => action)).toEqual([
      "ad.hidden",
      "ad.restored",
    ]);
  });

  it("records a failed sign-in with the account, if there is one, but never the typed name", async () => {
    const { id, username } = await createMember(site.db);
    const typed = "my secret passphrase";
    await send(login(username, "wrong-password"));
    await send(login(typed));
    const failed = await site.db
      .selectFrom("auditLog")
      .selectAll()
      .where("action", "=", "auth.sign-in-failed")
      .orderBy("id")
      .execute();
    expect(failed.slice(-2)).toMatchObject([
      { actorId: null, subjectId: id },
      { actorId: null, subjectId: null, details: {} },
    ]);
    expect(JSON.stringify(failed)).not.toContain(typed);
    expect(JSON.stringify(failed)).not.toContain(username);
  });

  it("records one of several concurrent sign-outs, and none of a guest", async () => {
    const { id, cookie } = await createMember(site.db);
    const count = () => site.run("select count(*)::integer as n from audit_log");
    const signOut = { method: "POST", url: "/api/logout" } as const;
    await Promise.all(Array.from({ length: 10 }, () => send({ ...signOut, cookie })));
    expect(await recordsOf(id)).toMatchObject([{ action: "auth.signed-out", actorId: id }]);
    const before = await count();
    for (const guest of ["", cookie, "studbook=made-up"]) {
      const response = await send({ ...signOut, cookie: guest });
      expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
      expect(response.cookies).toMatchObject([
        { name: "studbook", value: "" },
        { name: "viewer", value: "" },
      ]);
    }
    expect(await count()).toEqual(before);
  });

  it("records nothing that was refused", async () => {
    const { member, adId } = await createWorld();
    await send({ ...toggle(member.id), cookie: member.cookie });
    await send(admins("hideAd", { id: adId, reason: "" }));
    await send(toggle(admin.id));
    expect(await recordsOf(member.id)).toEqual([]);
    expect(await recordsOf(adId)).toEqual([]);
    expect(await recordsOf(admin.id)).toEqual([]);
  });
});

it("free text in the details of an audit record is refused", async () => {
  const attempt = site.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, { action: "coupon.changed", details: { note: "Ann Lee <ann@example.com>" } }),
    );
  await expect(attempt).rejects.toThrow(RangeError);
});
