import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Customer, partsOf, type Shop, useShop } from "../../test/payment-shop.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createServer, type Server } from "../server.ts";
import { FAIL_POINTS, type FailPoint } from "./fail-points.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const CRASH_SERVER = fileURLToPath(new URL("../../test/crash-server.ts", import.meta.url));

const getShop = useShop();

let dataDir: string;
let replacement: Server | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-crash-"));
  await prepareDatabase(getShop().test);
});
afterEach(async () => {
  await replacement?.stop("test");
  replacement = undefined;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Requests to a server that kills itself before it responds. */
const REQUESTS = {
  async confirm(_shop: Shop, origin: string, { cookie }: Customer, intentId: string) {
    await fetch(`${origin}/api/confirm-membership`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ paymentIntentId: intentId, membershipTier: "premium" }),
    });
  },
  async webhook(shop: Shop, origin: string, _buyer: Customer, intentId: string) {
    const events = await shop.events(intentId);
    const payload = JSON.stringify(events.find(({ type }) => type === "payment_intent.succeeded"));
    const secret = shop.config.stripe.webhookSecret ?? "";
    await fetch(`${origin}/api/stripe/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  },
};

const POINTS = (["confirm", "webhook"] as const).flatMap((request) => {
  const unreachable: FailPoint = request === "confirm" ? "webhook-verified" : "confirm-received";
  return FAIL_POINTS.filter((point) => point !== unreachable).map((point) => ({ request, point }));
});

/** Before, inside and after the transaction. At all points the process can also be stopped without killing it. */
const KILLED = POINTS.filter(
  ({ request, point }) =>
    (request === "confirm" && ["payment-written", "committed"].includes(point)) ||
    (request === "webhook" && point === "intent-retrieved"),
);

async function expectActivatedOnce(shop: Shop, buyer: Customer): Promise<void> {
  await expect.poll(() => shop.membership(buyer), { timeout: 30_000 }).toMatch(/^premium until/);
  const payments = await shop.payments(buyer);
  expect(payments).toMatchObject([{ status: "succeeded", amount: 5900 }]);
  const [{ periodFrom, periodTo } = { periodFrom: null, periodTo: null }] = payments;
  expect(periodTo?.getUTCFullYear()).toBe((periodFrom?.getUTCFullYear() ?? 0) + 1);
  expect(await shop.attempts(buyer)).toMatchObject([{ status: "succeeded" }]);
}

/** What is stored when the server ends at this point. */
const membershipAt = (point: FailPoint) => (point === "committed" ? /^premium/ : /^none$/);

describe("after a server ended between charge and membership, without further webhooks", () => {
  it.each(KILLED)(
    "a new server activates the membership by itself (killed at $point of a $request)",
    async ({ request, point }) => {
      const shop = getShop();
      const buyer = await shop.customer();
      const intentId = await shop.chargedIntent(buyer, "premium");

      const secret = shop.config.stripe.webhookSecret ?? "";
      const crashing = startCrashServer([shop.test.url, shop.sandbox.url, secret, point]);
      onTestFinished(() => void crashing.kill("SIGKILL"));
      const exited = once(crashing, "exit");
      const origin = await firstOutput(crashing);
      const call = REQUESTS[request](shop, origin, buyer, intentId);
      await expect(call).rejects.toThrow("fetch failed");
      expect(await exited).toEqual([null, "SIGKILL"]);
      expect(await shop.membership(buyer)).toMatch(membershipAt(point));

      await startReplacement(shop);
      await expectActivatedOnce(shop, buyer);
    },
  );

  it.each(POINTS)(
    "a reconciliation activates the membership (stopped at $point of a $request)",
    async ({ request, point }) => {
      const shop = getShop();
      const buyer = await shop.customer();
      const intentId = await shop.chargedIntent(buyer, "premium");

      const stopped = await buildTestApp(shop.db, {
        config: shop.config,
        stripe: shop.stripe,
        async onFailPoint(reached) {
          if (reached === point) throw new Error("Stopped by the test");
        },
      });
      onTestFinished(() => stopped.close());
      const origin = await stopped.listen({ host: "127.0.0.1", port: 0 });
      await REQUESTS[request](shop, origin, buyer, intentId);
      expect(await shop.membership(buyer)).toMatch(membershipAt(point));

      await reconcilePayments(partsOf(shop));
      await expectActivatedOnce(shop, buyer);
    },
  );
});

function startCrashServer(args: string[]): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [CRASH_SERVER, ...args], {
    env: { NODE_COMPILE_CACHE },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function startReplacement(shop: Shop): Promise<void> {
  const config = readConfig({
    NODE_ENV: "development",
    STUDBOOK_MODE: "demo",
    PORT: "0",
    DATABASE_URL: shop.test.url,
    DATA_DIR: dataDir,
    STRIPE_API_URL: shop.sandbox.url,
  });
  replacement = await createServer(config, { logger: createLogger("silent") });
  await replacement.start();
}

async function firstOutput(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The server has no output");
  const [chunk] = await once(child.stdout, "data");
  return String(chunk);
}
