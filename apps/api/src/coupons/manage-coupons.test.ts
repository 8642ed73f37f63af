import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";
import { createAdmin } from "../../test/test-app.ts";

const getShop = useShop();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(getShop().db);
  await getShop().test.run(`create function fail_at_commit() returns trigger language plpgsql as
    $$ begin raise exception 'injected'; end $$`);
});

const DEFAULTS = { description: "10% off", percentOff: 10 };

const newCode = () => `Test-${randomUUID()}`;

async function send(request: InjectOptions) {
  const headers = { cookie: admin.cookie };
  const response = await getShop().app.inject({ ...request, headers });
  const { result, error } = response.json();
  const details = error && { message: error.message, ...error.data };
  return { status: response.statusCode, data: result?.data, error: details };
}

const call = (name: string, payload: object) =>
  send({ method: "POST", url: `/trpc/admin.${name}`, payload });

const list = (input: object) =>
  send({ url: `/trpc/admin.coupons?input=${encodeURIComponent(JSON.stringify(input))}` });

async function create(fields: object = {}): Promise<{ id: string; code: string }> {
  const coupon = { ...DEFAULTS, code: newCode(), ...fields };
  const { status, data } = await call("createCoupon", coupon);
  expect(status).toBe(200);
  return data;
}

async function entryOf(id: string) {
  const { data } = await list({ limit: 200 });
  return data.items.find((item: { id: string }) => item.id === id);
}

const recordsOf = (couponId: string) =>
  getShop()
    .db.selectFrom("auditLog")
    .select(["action", "actorId", "subjectType", "details"])
    .where("subjectId", "=", couponId)
    .orderBy("id")
    .execute();

describe("admin.createCoupon", () => {
  it("stores all fields, lists the coupon first and records it without its texts", async () => {
    const fields = {
      code: newCode(),
      description: "Spring 2027",
      percentOff: 25,
      startsAt: "2027-03-01T00:00:00.000Z",
      endsAt: "2027-06-01T00:00:00.000Z",
      maxRedemptions: 100,
    };
    const { code, description: _description, ...withoutTexts } = fields;
    const { data } = await call("createCoupon", { ...fields, code: ` ${code} ` });
    expect(data).toEqual({
      ...fields,
      id: expect.any(String),
      active: true,
      uses: 0,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await list({ limit: 1 })).data.items).toEqual([data]);
    expect(await recordsOf(data.id)).toEqual([
      {
        action: "coupon.created",
        actorId: admin.id,
        subjectType: "coupon",
        details: withoutTexts,
      },
    ]);
  });

  it("makes the coupon usable immediately", async () => {
    const shop = getShop();
    const { code } = await create({ percentOff: 30 });
    const response = await shop.createIntent(await shop.customer(), "premium", code.toUpperCase());
    expect(response.json).toMatchObject({ amount: 4130, coupon: { code, percentOff: 30 } });
  });

  it("refuses an existing code, ignoring case, also in concurrent calls", async () => {
    const { code } = await create();
    const again = await call("createCoupon", { ...DEFAULTS, code: code.toUpperCase() });
    expect(again).toMatchObject({
      status: 409,
      error: { code: "COUPON_EXISTS", issues: [{ path: "code" }] },
    });
    for (let round = 0; round < 10; round++) {
      const name = newCode();
      const responses = await Promise.all(
        [name, name.toUpperCase(), name.toLowerCase()].map((each) =>
          call("createCoupon", { ...DEFAULTS, code: each }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    }
  });
});

describe("admin.changeCoupon", () => {
  it("changes the given fields and records only those that differ", async () => {
    const { id } = await create({ startsAt: "2027-03-01T00:00:00Z", maxRedemptions: 5 });
    const changes = { description: "Another text", active: false, endsAt: "2027-04-01T00:00:00Z" };
    const { data } = await call("changeCoupon", { id, ...changes, maxRedemptions: 5 });
    expect(data).toMatchObject({ ...changes, endsAt: "2027-04-01T00:00:00.000Z" });
    expect(await entryOf(id)).toEqual(data);
    await call("changeCoupon", { id, startsAt: null, maxRedemptions: null });
    await call("changeCoupon", { id, active: false });
    await call("changeCoupon", { id });
    expect((await recordsOf(id)).slice(1)).toMatchObject([
      {
        action: "coupon.changed",
        actorId: admin.id,
        details: { description: true, active: false, endsAt: "2027-04-01T00:00:00.000Z" },
      },
      { action: "coupon.changed", details: { startsAt: "none", maxRedemptions: "none" } },
    ]);
    expect(await entryOf(id)).toMatchObject({ startsAt: null, maxRedemptions: null });
  });

  it.each([
    ["code", "Other"],
    ["percentOff", 20],
  ])("refuses to change %s", async (path, value) => {
    const { id } = await create();
    const before = await entryOf(id);
    const refused = await call("changeCoupon", { id, [path]: value });
    expect(refused).toMatchObject({ status: 400, error: { issues: [{ path }] } });
    expect(await entryOf(id)).toEqual(before);
  });

  it("refuses an end that is not after the stored start", async () => {
    const { id } = await create({ startsAt: "2027-03-01T00:00:00Z" });
    const refused = await call("changeCoupon", { id, endsAt: "2027-03-01T00:00:00Z" });
    expect(refused).toMatchObject({ status: 400, error: { issues: [{ path: "endsAt" }] } });
    const both = { startsAt: "2027-01-01T00:00:00Z", endsAt: "2027-02-01T00:00:00Z" };
    expect((await call("changeCoupon", { id, ...both })).status).toBe(200);
  });

  it("refuses a limit below the paid and reserved uses, not counting released ones", async () => {
    const shop = getShop();
    const { id, code } = await create({ percentOff: 50 });
    await shop.buy(await shop.customer(), "basic", code);
    await shop.createIntent(await shop.customer(), "premium", code);
    const undecided = await shop.customer();
    await shop.createIntent(undecided, "basic", code);
    expect(await entryOf(id)).toMatchObject({ uses: 3 });
    await shop.createIntent(undecided, "basic");
    expect(await entryOf(id)).toMatchObject({ uses: 2 });
    const refused = await call("changeCoupon", { id, maxRedemptions: 1 });
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: "COUPON_LIMIT_TOO_LOW",
        message:
          "This coupon has already been used or reserved 2 times, so its limit must be at least 2.",
        issues: [{ path: "maxRedemptions" }],
      },
    });
    const lowered = await call("changeCoupon", { id, maxRedemptions: 2 });
    expect(lowered.data).toMatchObject({ maxRedemptions: 2, uses: 2 });
    expect((await shop.createIntent(undecided, "basic", code)).json.code).toBe("COUPON_USED");
    await call("changeCoupon", { id, maxRedemptions: 3 });
    expect((await shop.createIntent(undecided, "basic", code)).status).toBe(200);
  });

  it("disables a coupon for later buyers, while a checkout that reserved it keeps its price", async () => {
    const shop = getShop();
    const { id, code } = await create({ percentOff: 50 });
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic", code));
    await call("changeCoupon", { id, active: false });
    const late = await shop.createIntent(await shop.customer(), "basic", code);
    expect([late.status, late.json.code]).toEqual([400, "COUPON_INVALID"]);
    await shop.charge(intentId);
    expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
    expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 1450 }]);
    await call("changeCoupon", { id, active: true });
    expect((await shop.createIntent(await shop.customer(), "basic", code)).status).toBe(200);
  });

  it("responds with 404 for an unknown or malformed ID, whatever the rest of the input", async () => {
    for (const id of [randomUUID(), "no-id", ""]) {
      expect(await call("changeCoupon", { id, percentOff: "x" })).toMatchObject({
        status: 404,
        error: { code: "COUPON_NOT_FOUND" },
      });
    }
  });
});

describe("a failing audit log", () => {
  it.each(["at commit", "immediately"])("rolls back coupon changes: %s", async (moment) => {
    const { id } = await create();
    const before = await list({ limit: 200 });
    await getShop().test.run(
      moment === "immediately"
        ? `create trigger fail_at_commit before insert on audit_log
             for each row execute function fail_at_commit()`
        : `create constraint trigger fail_at_commit after insert on audit_log
             deferrable initially deferred for each row execute function fail_at_commit()`,
    );
    const created = await call("createCoupon", { ...DEFAULTS, code: newCode() });
    const changed = await call("changeCoupon", { id, active: false });
    await getShop().test.run("drop trigger fail_at_commit on audit_log");
    expect([created.status, changed.status]).toEqual([500, 500]);
    expect(await list({ limit: 200 })).toEqual(before);
    expect(await recordsOf(id)).toHaveLength(1);
  });
});

describe("admin.coupons", () => {
  it("lists every coupon once across pages, including those created at the same instant", async () => {
    for (let n = 0; n < 5; n++) await create();
    await getShop().test.run(
      "update coupons set created_at = date_trunc('day', now()) where code like 'Test-%'",
    );
    const seen: { id: string; createdAt: string }[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await list({ limit: 2, cursor });
      expect(data.items.length).toBeLessThanOrEqual(2);
      seen.push(...data.items);
      cursor = data.nextCursor ?? undefined;
    } while (cursor);
    const all = await getShop().db.selectFrom("coupons").select("id").execute();
    expect(seen.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each([
    [{ limit: 0 }, "limit"],
    [{ cursor: "1" }, "cursor"],
    [{ q: "x" }, "q"],
  ])("refuses %j", async (input, path) => {
    expect(await list(input)).toMatchObject({ status: 400, error: { issues: [{ path }] } });
  });
});
