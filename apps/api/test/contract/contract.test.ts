import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import { callOf, needsOf } from "../matrix/calls.ts";
import { restRequest } from "../matrix/requests.ts";
import { createWorld, type World } from "../matrix/world.ts";
import { type Shop, useShop } from "../payment-shop.ts";
import { createCheck } from "./check-response.ts";
import { committedDocument, findErrorExample } from "./committed-document.ts";
import { type Cell, cellsOf, type DocumentedCall, listCalls } from "./documented-calls.ts";
import { genericCasesOf } from "./generic-cases.ts";
import { randomCaseOf } from "./random-case.ts";
import { ACCEPTED, SPECIAL_CASES } from "./special-cases.ts";

/** Random requests per call; many more in `pnpm test:deep`. */
const RUNS = Number(process.env.STUDBOOK_CONTRACT_RUNS ?? 3);
const SEED = Number(process.env.STUDBOOK_CONTRACT_SEED ?? 1);
const TIMEOUT_MS = 60_000 + RUNS * 1000;

/** Tested in refusals.test.ts. */
const TOO_MANY_REQUESTS = 429;

const check = createCheck(committedDocument);

/** Sends requests as the matrix's cells do, and reuses a world until a request has changed it. */
class Caller {
  readonly #shop: Shop;
  readonly #worlds = new Map<string, World>();
  readonly #call: DocumentedCall;
  readonly seen = new Set<number>();
  readonly refusals: unknown[] = [];
  sent = 0;
  accepted = 0;

  constructor(shop: Shop, call: DocumentedCall) {
    this.#shop = shop;
    this.#call = call;
  }

  async sendAs({ row, role, label }: Cell, change = (request: InjectOptions) => request) {
    const key = `${row} ${role} ${label}`;
    const world =
      this.#worlds.get(key) ?? (await createWorld(this.#shop, role, needsOf(row, label)));
    this.#worlds.set(key, world);
    const { rest, headers } = callOf(row)(world, label);
    if (!rest) throw new Error(`${row} is not a REST call`);
    const request = restRequest({ rest, ...(headers && { headers }) }, world);
    if (label === "second") await this.#shop.app.inject(request);
    const status = await this.send(change(request));
    if (status < 400 && this.#call.method !== "get") this.#worlds.delete(key);
  }

  async send(request: InjectOptions): Promise<number> {
    const response = await this.#shop.app.inject(request);
    const { statusCode: status } = response;
    expect([request, status, check(this.#call.operation, response)]).toEqual([request, status, []]);
    expect(status).toBeLessThan(500);
    this.seen.add(status);
    if (status >= 400) this.refusals.push(response.json());
    this.sent++;
    if (status < 400) this.accepted++;
    return status;
  }
}

const calls = listCalls(committedDocument).map((call) => ({
  name: `${call.method.toUpperCase()} ${call.path}`,
  tag: call.operation.tags[0],
  call,
}));

// One server per group, so that the lists of later calls are not full of earlier groups' data.
describe.each(committedDocument.tags)("every response matches the document: $name", (group) => {
  const getShop = useShop();

  it.each(calls.filter(({ tag }) => tag === group.name))(
    "$name",
    async ({ call }) => {
      const shop = getShop();
      const { operationId, responses } = call.operation;
      const caller = new Caller(shop, call);
      const all = cellsOf(call);
      const granted = all.filter(({ status }) => status < 300);
      const makeAccepted = ACCEPTED[operationId];

      const sendAny = async (wantsGranted: boolean, at: number, change: Change) => {
        if (wantsGranted && makeAccepted)
          return await caller.send(change(await makeAccepted(shop)));
        const from = wantsGranted && granted.length > 0 ? granted : all;
        const cell = from[at % from.length];
        if (cell) await caller.sendAs(cell, change);
      };

      for (const make of SPECIAL_CASES[operationId] ?? []) await caller.send(await make(shop));
      for (const change of genericCasesOf(call)) await sendAny(true, 0, change);
      await fc.assert(
        fc.asyncProperty(
          randomCaseOf(committedDocument, call),
          async ({ wantsGranted, cell, change }) => {
            await sendAny(wantsGranted, cell, change);
          },
        ),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );

      // A few requests may all be refused by chance.
      if (RUNS >= 20) expect(caller.accepted).toBeGreaterThanOrEqual(RUNS / 5);
      const documented = Object.keys(responses).map(Number);
      const expected = documented.filter((status) => status < 500 && status !== TOO_MANY_REQUESTS);
      // The matrix test sends the requests of all cells.
      const seen = new Set([...caller.seen, ...all.map(({ status }) => status)]);
      expect(expected.filter((status) => !seen.has(status))).toEqual([]);
      // The matrix test compares the refusals of all cells.
      const inMatrix = new Set(all.map(({ status }) => status));
      for (const status of expected.filter((status) => status >= 400 && !inMatrix.has(status))) {
        const example = findErrorExample(call.operation, status);
        if (example) expect.soft(caller.refusals).toContainEqual(example);
      }
    },
    TIMEOUT_MS,
  );
});

type Change = (request: InjectOptions) => InjectOptions;
