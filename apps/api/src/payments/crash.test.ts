import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Customer, type Shop, useShop } from "../../test/payment-shop.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { createServer, type Server } from "../server.ts";
import { FAIL_POINTS, type FailPoint } from "./fail-points.ts";

const CRASHING = fileURLToPath(new URL("../../test/crash-server.ts", import.meta.url));

const shopOf = useShop();

let dataDir: string;
let fresh: Server | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-fresh-"));
  await prepareDatabase(shopOf().test);
});
afterEach(async () => {
  await fresh?.stop("test");
  fresh = undefined;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Calls a server that is about to kill itself; the call never gets its answer. */
const WAYS = {
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

const CASES = (["confirm", "webhook"] as const).flatMap((way) => {
  const notOnTheWay: FailPoint = way === "confirm" ? "webhook-verified" : "confirm-received";
  return FAIL_POINTS.filter((point) => point !== notOnTheWay).map((point) => ({ way, point }));
});

describe("a server killed between charge and membership, with every webhook lost", () => {
  it.each(CASES)(
    "at $point of a $way: a fresh one has it, nobody asking",
    async ({ way, point }) => {
      const shop = shopOf();
      const buyer = await shop.customer();
      const intentId = await shop.chargedIntent(buyer, "premium");

      const secret = shop.config.stripe.webhookSecret ?? "";
      const doomed = startDoomed([shop.test.url, shop.sandbox.url, secret, point]);
      onTestFinished(() => void doomed.kill("SIGKILL"));
      const ended = once(doomed, "exit");
      const origin = await firstOutput(doomed);
      await expect(WAYS[way](shop, origin, buyer, intentId)).rejects.toThrow("fetch failed");
      expect(await ended).toEqual([null, "SIGKILL"]);
      expect(await shop.membership(buyer)).toMatch(point === "committed" ? /^premium/ : /^none$/);

      await startFresh(shop);
      await expect
        .poll(() => shop.membership(buyer), { timeout: 30_000 })
        .toMatch(/^premium until/);
      const payments = await shop.payments(buyer);
      expect(payments).toMatchObject([{ status: "succeeded", amount: 5900 }]);
      const [{ periodFrom, periodTo } = { periodFrom: null, periodTo: null }] = payments;
      expect(periodTo?.getUTCFullYear()).toBe((periodFrom?.getUTCFullYear() ?? 0) + 1);
      expect(await shop.attempts(buyer)).toMatchObject([{ status: "succeeded" }]);
    },
  );
});

function startDoomed(args: string[]): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [CRASHING, ...args], {
    env: { NODE_COMPILE_CACHE },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function startFresh(shop: Shop): Promise<void> {
  const config = readConfig({
    NODE_ENV: "development",
    STUDBOOK_MODE: "demo",
    PORT: "0",
    DATABASE_URL: shop.test.url,
    DATA_DIR: dataDir,
    STRIPE_API_URL: shop.sandbox.url,
  });
  fresh = await createServer(config, { logger: createLogger("silent") });
  await fresh.start();
}

async function firstOutput(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The server has no output");
  const [chunk] = await once(child.stdout, "data");
  return String(chunk);
}
