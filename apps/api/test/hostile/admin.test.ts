import { createAd, createUser } from "@studbook/db/test/factories";
import { couponKey } from "@studbook/domain/coupons";
import { z } from "@studbook/domain/schemas/z";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../test-app.ts";
import { useTestApp } from "../use-test-app.ts";
import { VALID } from "./arbitraries.ts";
import { checkBodies, SEED, sendBody, TIMEOUT_MS } from "./check-bodies.ts";

const site = useTestApp();

let cookie: string;
let userId: string;
let adId: string;
beforeAll(async () => {
  cookie = (await createAdmin(site.db)).cookie;
  userId = (await createUser(site.db)).id;
  adId = (await createAd(site.db, userId)).id;
});

const call = (name: string, body: unknown) =>
  sendBody(site.app, "POST", `/trpc/admin.${name}`, cookie, body);

const isObject = (body: unknown): body is object =>
  typeof body === "object" && body !== null && !Array.isArray(body);

const withId = (body: unknown) => (isObject(body) ? { id: adId, ...body } : body);

/** The body as sent in JSON, with texts trimmed and '' as null. */
const trimmed = (body: unknown): object =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    typeof value === "string" ? value.trim() || null : value,
  );

const coupons = () => site.db.selectFrom("coupons").selectAll().orderBy("id").execute();

const hiddenReason = async () => {
  const { hiddenReason: reason } = await site.db
    .selectFrom("ads")
    .select("hiddenReason")
    .where("id", "=", adId)
    .executeTakeFirstOrThrow();
  return reason;
};

describe("admin calls survive hostile bodies and store accepted input unchanged", () => {
  it(
    "hide an ad",
    () =>
      checkBodies(VALID.hiding, async (body) => {
        const complete = withId(body);
        const before = await hiddenReason();
        const { status } = await call("hideAd", complete);
        if (status !== 200) {
          expect(await hiddenReason()).toBe(before);
          return false;
        }
        expect(await hiddenReason()).toBe(JSON.parse(JSON.stringify(complete)).reason.trim());
        return true;
      }),
    TIMEOUT_MS,
  );

  it(
    "create a coupon",
    () =>
      checkBodies(VALID.coupon, async (body) => {
        const before = await coupons();
        const { status, json } = await call("createCoupon", body);
        if (status !== 200) {
          expect(await coupons()).toEqual(before);
          if (status !== 409) return false;
          // The generator repeated a code.
          const { code } = z.object({ code: z.string() }).parse(body);
          expect(before.map((coupon) => couponKey(coupon.code))).toContain(couponKey(code));
          return true;
        }
        expect(json).toMatchObject({ result: { data: { ...trimmed(body), active: true } } });
        return true;
      }),
    TIMEOUT_MS,
  );

  it(
    "change a coupon",
    async () => {
      const [{ id } = { id: "" }] = await coupons();
      await checkBodies(VALID.couponChange, async (body) => {
        const complete = isObject(body) ? { id, ...body } : body;
        const before = await coupons();
        const { status, json } = await call("changeCoupon", complete);
        if (status !== 200) {
          expect(await coupons()).toEqual(before);
          return false;
        }
        expect(json).toMatchObject({ result: { data: trimmed(complete) } });
        return true;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "restore an ad",
    () =>
      checkBodies(
        fc.constant({}),
        async (body) => (await call("restoreAd", withId(body))).status === 200,
      ),
    TIMEOUT_MS,
  );

  it(
    "any text as an ID",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary" }), async (id) => {
          const path = encodeURIComponent(id.toWellFormed());
          const url = `/api/admin/users/${path}/toggle-active`;
          const statuses = [
            (await sendBody(site.app, "PATCH", url, cookie, {})).status,
            (await call("hideAd", { id, reason: "Not a dog" })).status,
            (await call("restoreAd", { id })).status,
            (await call("changeCoupon", { id, active: false })).status,
          ];
          expect(statuses).toEqual([404, 404, 404, 404]);
        }),
        { seed: SEED },
      );
    },
    TIMEOUT_MS,
  );

  it(
    "any text as a search",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (q) => {
          const url = `/trpc/admin.users?input=${encodeURIComponent(JSON.stringify({ q }))}`;
          const { statusCode } = await site.app.inject({ url, headers: { cookie } });
          expect([200, 400]).toContain(statusCode);
        }),
        { seed: SEED },
      );
    },
    TIMEOUT_MS,
  );
});
