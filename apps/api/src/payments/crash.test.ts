import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUser } from "@studbook/db/test-factories";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FAIL_POINTS, type FailPoint } from "./fail-points.ts";
import { type Customer, type Shop, useShop } from "./test-shop.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const CRASHING = fileURLToPath(new URL("./test-crash-server.ts", import.meta.url));

const shopOf = useShop();

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-fresh-"));
  // With an admin there, a server in demo mode has nothing to load.
  await createUser(shopOf().db, { username: "admin", isAdmin: true });
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(end));
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
      const doomed = start([CRASHING, shop.test.url, shop.sandbox.url, secret, point], {});
      const ended = once(doomed, "exit");
      const origin = await firstOutput(doomed);
      await expect(WAYS[way](shop, origin, buyer, intentId)).rejects.toThrow("fetch failed");
      expect(await ended).toEqual([null, "SIGKILL"]);
      expect(await shop.membership(buyer)).toMatch(point === "committed" ? /^premium/ : /^none$/);

      start([MAIN], {
        NODE_ENV: "development",
        STUDBOOK_MODE: "demo",
        PORT: "0",
        DATABASE_URL: shop.test.url,
        DATA_DIR: dataDir,
        STRIPE_API_URL: shop.sandbox.url,
        LOG_LEVEL: "silent",
      });
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

function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function firstOutput(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The server has no output");
  const [chunk] = await once(child.stdout, "data");
  return String(chunk);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
