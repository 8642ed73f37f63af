import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { connect, openSandbox } from "../../test/open-sandbox.ts";
import { Faults } from "../http/fault.ts";
import { SECRET_KEY } from "../keys.ts";
import { controlSandbox } from "../sandbox-controls.ts";
import { startSandbox } from "../start-sandbox.ts";

const NEW = { amount: 5900, currency: "usd" };
/** The SDK tries once more by itself when a connection is closed, whatever its settings. */
const EVERY_TRY = 2;
const CREATE = { method: "POST", path: "/v1/payment_intents" } as const;

it.each([
  [429, "StripeRateLimitError"],
  [500, "StripeAPIError"],
] as const)("answers %i as often as it was told, having done nothing", async (status, type) => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ ...CREATE, kind: "answer", status, times: 2 });
  for (let n = 0; n < 2; n++) {
    await expect(
      stripe.paymentIntents.create(NEW, { idempotencyKey: "one" }),
    ).rejects.toMatchObject({ statusCode: status, type });
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  const made = await stripe.paymentIntents.create(NEW, { idempotencyKey: "one" });
  expect(made.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
});

it("fails after the work was done, and says so again under the same key", async () => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ ...CREATE, kind: "answer", status: 500, when: "after" });
  const KEY = { idempotencyKey: "one" };
  for (let n = 0; n < 2; n++) {
    await expect(stripe.paymentIntents.create(NEW, KEY)).rejects.toMatchObject({ statusCode: 500 });
  }
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it.each([
  ["before", 0],
  ["after", 1],
] as const)("drops the connection %s the commit", async (when, kept) => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ ...CREATE, kind: "drop", when, times: EVERY_TRY });
  await expect(stripe.paymentIntents.create(NEW)).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(kept);
});

it("holds an answer back past the caller's patience, before or after the work", async () => {
  const { sandbox, controls, stripe } = await openSandbox();
  const hasty = connect(sandbox.port, SECRET_KEY, 0, 200);
  await controls.fault({ ...CREATE, kind: "delay", ms: 60_000, when: "after" });
  await expect(hasty.paymentIntents.create(NEW)).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  await expect.poll(async () => (await stripe.paymentIntents.list()).data).toHaveLength(1);
  await controls.fault({ ...CREATE, kind: "delay", ms: 60_000 });
  await expect(hasty.paymentIntents.create(NEW)).rejects.toThrow();
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it("hits the addresses it was meant for alone", async () => {
  const { stripe, controls } = await openSandbox();
  const { id } = await stripe.paymentIntents.create(NEW);
  await controls.fault({ path: "/v1/payment_intents/*/confirm", kind: "drop", times: EVERY_TRY });
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ id });
  await expect(
    stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
  ).rejects.toMatchObject({ type: "StripeConnectionError" });
  await controls.fault({ path: "/v1/refunds", kind: "drop", times: EVERY_TRY });
  await controls.reset();
  expect((await stripe.refunds.list()).data).toEqual([]);
});

it("says what is wrong with an order", async () => {
  const { sandbox, controls } = await openSandbox();
  const order = (body: string) =>
    fetch(`${sandbox.url}/_sandbox/faults`, { method: "POST", body }).then(({ status }) => status);
  expect(await order("{")).toBe(400);
  expect(await order('{"kind":"explode","path":"/v1/refunds"}')).toBe(400);
  await expect(controls.openDispute({})).rejects.toThrow(/No such payment_intent/);
});

it.each(["before", "after"] as const)(
  "ends in the midst of a delay %s the work, and keeps its state whole",
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
    // The last connection that is closed takes the journal away.
    expect(await readdir(stateDir)).toEqual(["sandbox.sqlite"]);
  },
);
