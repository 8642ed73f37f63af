import { createUser } from "@studbook/db/test/factories";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addLink } from "../email-links.ts";
import { useShop } from "../payment-shop.ts";
import { createMember, newAdFields, PASSWORD, signInAs } from "../test-app.ts";
import { VALID } from "./arbitraries.ts";
import { checkBodies, SEED, sendBody, TIMEOUT_MS } from "./check-bodies.ts";
import { statedRecordOf } from "./stated-record.ts";

const getShop = useShop();

const send = (method: "POST" | "PATCH", url: string, cookie: string, body: unknown) =>
  sendBody(getShop().app, method, url, cookie, body);

const withField = (body: unknown, name: string, value: unknown) =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? { [name]: value, ...body }
    : body;

const readBack = async (url: string, cookie: string) =>
  (await getShop().app.inject({ url, headers: { cookie } })).json();

const sent = (body: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    typeof value === "string" ? value.trim() : value,
  );

describe("calls survive hostile bodies and store accepted input unchanged", () => {
  it(
    "signup and login",
    () => {
      const names = new Set<string>();
      return checkBodies(VALID.signup, async (body) => {
        const response = await send("POST", "/api/signup", "", body);
        if (response.json.code === "USERNAME_TAKEN") {
          // The generator repeated a name.
          expect(names).toContain(String(sent(body).username).toLowerCase());
          return true;
        }
        if (response.status !== 201) return false;
        names.add(String(sent(body).username).toLowerCase());
        expect(response.json.username).toBe(sent(body).username);
        const { username, password } = JSON.parse(JSON.stringify(body));
        const again = await send("POST", "/api/login", "", { username, password });
        expect(again.status).toBe(200);
        return true;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "create and update an ad",
    async () => {
      const { id } = await createUser(getShop().db);
      const cookie = await signInAs(getShop().db, id);
      await checkBodies(VALID.ad, async (body) => {
        const { images } = await newAdFields(getShop().db, id);
        const complete = withField(body, "images", images);
        const created = await send("POST", "/api/ads", cookie, complete);
        if (created.status !== 201) return false;
        const url = `/api/ads/${created.json.id}`;
        const { ownerPhone, birthdate, record, ...same } = sent(complete);
        const stored = await readBack(url, cookie);
        expect(stored).toMatchObject(same);
        expect(stored.record).toEqual(statedRecordOf(record));
        expect(created.json.ownerPhone).toBe(ownerPhone || null);
        expect(String(birthdate)).toContain(String(created.json.birthdate).slice(0, 7));
        const patched = await send("PATCH", url, cookie, body);
        expect(patched.status).toBe(200);
        expect(patched.json.record).toEqual(stored.record);
        return true;
      });
      await checkBodies(VALID.ad, async (body) => {
        const [{ id: adId }] = await readBack("/api/my-ads?limit=1", cookie);
        const url = `/api/ads/${adId}`;
        // The stored record limits the birthdate.
        await send("PATCH", url, cookie, { record: null });
        return (await send("PATCH", url, cookie, body)).status === 200;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "account information",
    async () => {
      const { id } = await createUser(getShop().db);
      const cookie = await signInAs(getShop().db, id);
      await checkBodies(VALID.info, async (body) => {
        const response = await send("PATCH", "/api/account/info", cookie, body);
        if (response.status !== 200) return false;
        const given = Object.entries(sent(body ?? {})).map(([key, value]) => [key, value || null]);
        expect(await readBack("/api/auth/me", cookie)).toMatchObject(Object.fromEntries(given));
        return true;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "password change",
    async () => {
      await checkBodies(VALID.password, async (body) => {
        const { username, cookie } = await createMember(getShop().db);
        const complete = withField(body, "currentPassword", PASSWORD);
        const response = await send("PATCH", "/api/account/password", cookie, complete);
        if (response.status !== 200) return false;
        const { newPassword } = JSON.parse(JSON.stringify(complete));
        const again = await send("POST", "/api/login", "", { username, password: newPassword });
        expect(again.status).toBe(200);
        return true;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "password reset links",
    async () => {
      const { db } = getShop();
      await checkBodies(VALID.resetRequest, async (body) => {
        const url = "/api/auth/request-password-reset";
        return (await send("POST", url, "", body)).status === 200;
      });
      await checkBodies(VALID.reset, async (body) => {
        const email = "member@example.com";
        const user = await createUser(db, { email, verifiedEmail: email });
        const token = await addLink(db, { userId: user.id, email, purpose: "reset-password" });
        const complete = withField(body, "token", token);
        const response = await send("POST", "/api/auth/reset-password", "", complete);
        if (response.status !== 200) return false;
        const { newPassword } = JSON.parse(JSON.stringify(complete));
        const credentials = { username: user.username, password: newPassword };
        expect((await send("POST", "/api/login", "", credentials)).status).toBe(200);
        return true;
      });
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(fc.anything(), async (token) => {
          const url = "/api/auth/verify-email";
          refused += Number((await send("POST", url, "", { token })).status === 400);
        }),
        { numRuns: 100, seed: SEED },
      );
      expect(refused).toBe(100);
    },
    TIMEOUT_MS,
  );

  it(
    "preparing a payment",
    async () => {
      await checkBodies(VALID.choice, async (body) => {
        const shop = getShop();
        const buyer = await shop.customer();
        const url = "/api/create-payment-intent";
        const response = await send("POST", url, buyer.cookie, body);
        const [attempt] = await shop.attempts(buyer);
        if (response.status !== 200) {
          expect(attempt).toBeUndefined();
          return false;
        }
        expect(attempt).toMatchObject({
          amount: response.json.amount,
          membershipTier: sent(body).membershipTier,
        });
        return true;
      });
    },
    TIMEOUT_MS,
  );

  it(
    "confirming a payment",
    async () => {
      const shop = getShop();
      const buyer = await shop.customer();
      const paymentIntentId = await shop.chargedIntent(buyer, "basic");
      await checkBodies(VALID.confirmation, async (body) => {
        const complete = withField(body, "paymentIntentId", paymentIntentId);
        const url = "/api/confirm-membership";
        return (await send("POST", url, buyer.cookie, complete)).status === 200;
      });
      expect(await shop.payments(buyer)).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});
