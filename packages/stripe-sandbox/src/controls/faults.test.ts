import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { connect, openSandbox } from "../../test/open-sandbox.ts";
import { SECRET_KEY } from "../defaults.ts";
import { Faults } from "../http/fault.ts";
import { controlSandbox } from "../sandbox-controls.ts";
import { startSandbox } from "../start-sandbox.ts";

const NEW = { amount: 5900, currency: "usd" };
/** The SDK always retries once when a connection is closed, whatever its settings. */
const BOTH_ATTEMPTS = 2;
const CREATE = { method: "POST", path: "/v1/payment_intents" } as const;

it.each([
  [429, "StripeRateLimitError"],
  [500, "StripeAPIError"],
] as const)(
  "returns %i for the given number of calls without doing any work",
  async (status, type) => {
    const { stripe, controls } = await openSandbox();
    await controls.fault({ ...CREATE, kind: "error", status, times: 2 });
    for (let n = 0; n < 2; n++) {
      await expect(
        stripe.paymentIntents.create(NEW, { idempotencyKey: "one" }),
      ).rejects.toMatchObject({ statusCode: status, type });
    }
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
    const made = await stripe.paymentIntents.create(NEW, { idempotencyKey: "one" });
    expect(made.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  },
);

it("fails after the work is committed and replays the failure under the same key", async () => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ ...CREATE, kind: "error", status: 500, when: "after" });
  const KEY = { idempotencyKey: "one" };
  for (let n = 0; n < 2; n++) {
    await expect(stripe.paymentIntents.create(NEW, KEY)).rejects.toMatchObject({ statusCode: 500 });
  }
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it.each([
  ["before", 0],
  ["after", 1],
] as const)("drops the connection %s the commit", async (when, stored) => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ ...CREATE, kind: "drop", when, times: BOTH_ATTEMPTS });
  await expect(stripe.paymentIntents.create(NEW)).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(stored);
});

it("delays a call beyond the client's timeout, before or after the work", async () => {
  const { sandbox, controls, stripe } = await openSandbox();
  const impatient = connect(sandbox.port, SECRET_KEY, 0, 200);
  await controls.fault({ ...CREATE, kind: "delay", ms: 60_000, when: "after" });
  await expect(impatient.paymentIntents.create(NEW)).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  await expect.poll(async () => (await stripe.paymentIntents.list()).data).toHaveLength(1);
  await controls.fault({ ...CREATE, kind: "delay", ms: 60_000 });
  await expect(impatient.paymentIntents.create(NEW)).rejects.toThrow();
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it("applies a fault only to matching paths", async () => {
  const { stripe, controls } = await openSandbox();
  const { id } = await stripe.paymentIntents.create(NEW);
  await controls.fault({
    path: "/v1/payment_intents/*/confirm",
    kind: "drop",
    times: BOTH_ATTEMPTS,
  });
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ id });
  await expect(
    stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
  ).rejects.toMatchObject({ type: "StripeConnectionError" });
  await controls.fault({ path: "/v1/refunds", kind: "drop", times: BOTH_ATTEMPTS });
  await controls.reset();
  expect((await stripe.refunds.list()).data).toEqual([]);
});

it("rejects invalid control parameters", async () => {
  const { sandbox, controls } = await openSandbox();
  const addFault = (body: string) =>
    fetch(`${sandbox.url}/_sandbox/faults`, { method: "POST", body }).then(({ status }) => status);
  expect(await addFault("{")).toBe(400);
  expect(await addFault('{"kind":"explode","path":"/v1/refunds"}')).toBe(400);
  await expect(controls.openDispute({})).rejects.toThrow(/No such payment_intent/);
});

it.each(["before", "after"] as const)(
  "shuts down cleanly during a delay %s the work",
  async (when) => {
    const stateDir = await mkdtemp(join(tmpdir(), "stripe-sandbox-"));
    onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
    const reported = vi.spyOn(process.stderr, "write");
    onTestFinished(() => reported.mockRestore());
    const sandbox = await startSandbox({ stateDir });
    const faults = vi.spyOn(Faults.prototype, "take");
    onTestFinished(() => faults.mockRestore());
    await controlSandbox(sandbox.url).fault({ ...CREATE, kind: "delay", ms: 60_000, when });
    const cutOff = expect(
      connect(sandbox.port, SECRET_KEY).paymentIntents.create(NEW),
    ).rejects.toMatchObject({ type: "StripeConnectionError" });
    await expect.poll(() => faults).toHaveBeenCalled();
    await sandbox.close();
    await cutOff;
    expect(reported).not.toHaveBeenCalled();
    // SQLite removes the write-ahead log when the last connection closes.
    expect(await readdir(stateDir)).toEqual(["sandbox.sqlite"]);
  },
);
