import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connect, openSandbox } from "../../test/open-sandbox.ts";
import { receiveWebhooks } from "../../test/receive-webhooks.ts";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../defaults.ts";
import { startSandbox } from "../start-sandbox.ts";

const NEW = { amount: 5900, currency: "usd" };
let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "stripe-sandbox-"));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

it("keeps objects, idempotency keys and undelivered webhooks across a restart", async () => {
  const hook = await receiveWebhooks([500, 500, 500]);
  const first = await startSandbox({ stateDir, webhook: hook.endpoint });
  const before = connect(first.port, SECRET_KEY);
  const intent = await before.paymentIntents.create(NEW, { idempotencyKey: "one" });
  await expect.poll(() => hook.received).not.toHaveLength(0);
  await first.close();

  const { stripe, controls } = await openSandbox({ stateDir, webhook: hook.endpoint });
  expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  const again = await stripe.paymentIntents.create(NEW, { idempotencyKey: "one" });
  expect(again.id).toBe(intent.id);
  await vi.waitFor(
    async () => expect(await controls.listDeliveries()).toMatchObject([{ state: "delivered" }]),
    { timeout: 15_000, interval: 20 },
  );
});

it("rolls back all changes of a call that fails", async () => {
  const { stripe } = await openSandbox({ stateDir });
  const doomed = { ...NEW, payment_method: "pm_card_visa", confirm: true, expand: ["nonsense"] };
  await expect(stripe.paymentIntents.create(doomed)).rejects.toMatchObject({ param: "expand" });
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  expect((await stripe.events.list()).data).toEqual([]);
});

it("writes no card number to its files or output", async () => {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
  const sandbox = await startSandbox({ stateDir });
  const stripe = connect(sandbox.port, SECRET_KEY);
  const intent = await stripe.paymentIntents.create(NEW);
  const numbers = ["4242424242424242", "4000000000000002", "4929420573595709", "4242424242424241"];
  const statuses: number[] = [];
  for (const number of numbers) {
    const form = { "card[number]": number, "card[exp_month]": "12", "card[exp_year]": "34" };
    const response = await fetch(`${sandbox.url}/v1/payment_methods`, {
      method: "POST",
      headers: { "idempotency-key": number.slice(-4) },
      body: new URLSearchParams({
        ...form,
        key: PUBLISHABLE_KEY,
        type: "card",
        "card[cvc]": "987",
      }),
    });
    const text = await response.text();
    statuses.push(response.status);
    expect(text).not.toContain(number);
    if (!response.ok) continue;
    await stripe.paymentIntents
      .confirm(intent.id, { payment_method: JSON.parse(text).id })
      .catch((error: { code?: string }) => expect(error.code).toBeDefined());
  }
  expect(statuses).toEqual([200, 200, 402, 402]);
  await sandbox.close();
  vi.restoreAllMocks();
  const files = await readdir(stateDir);
  const contents = await Promise.all(files.map((file) => readFile(join(stateDir, file), "latin1")));
  expect(contents.join("")).toContain('"last4":"4242"');
  for (const text of [...contents, ...written]) {
    for (const number of numbers) {
      expect(text).not.toMatch(new RegExp([...number].join("[ -]?")));
      expect(text).not.toContain(number.slice(0, 12));
    }
    expect(text).not.toMatch(/cvc\W{1,8}987/);
  }
});

it("refuses card numbers from a server", async () => {
  const { stripe } = await openSandbox({ stateDir });
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
  await expect(stripe.paymentMethods.create({ type: "card", card })).rejects.toThrow(/unsafe/);
});
