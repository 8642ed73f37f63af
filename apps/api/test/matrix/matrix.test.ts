import { isDeepStrictEqual } from "node:util";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { describe, expect, it } from "vitest";
import type { OpenApi, Operation } from "../../src/openapi/types.ts";
import { appRouter } from "../../src/router.ts";
import { createCheck } from "../contract/check-response.ts";
import { committedDocument, findErrorExample } from "../contract/committed-document.ts";
import { listCalls } from "../contract/documented-calls.ts";

import { useShop } from "../payment-shop.ts";
import { callOf, needsOf } from "./calls.ts";
import { readRestResponse, readTrpcResponse, withoutUniqueValues } from "./normalize-responses.ts";
import { type Call, restRequest, trpcRequest } from "./requests.ts";
import { MATRIX, ROLES, type Role } from "./table.ts";
import { createWorld, type World } from "./world.ts";

type Case = { call: string; role: Role; label: string; status: number };

const CASES: Case[] = MATRIX.flatMap(({ call, cells }) =>
  ROLES.flatMap((role) => cells[role].map((expected) => ({ call, role, ...expected }))),
);

/** The call of a row without its variant, as the document names it. */
const nameOf = ({ call }: { call: string }) => call.split(" ", 2).join(" ");

const operations = new Map(
  listCalls(committedDocument).map(({ method, path, operation }) => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const check = createCheck(committedDocument);

const getShop = useShop();

async function send(request: InjectOptions, { label }: Case): Promise<LightMyRequestResponse> {
  const { app } = getShop();
  if (label === "second") await app.inject(request);
  return await app.inject(request);
}

const createWorldOf = ({ call, role, label }: Case) =>
  createWorld(getShop(), role, needsOf(call, label));

async function sendRest(one: Case, world: World): Promise<LightMyRequestResponse | undefined> {
  const { rest, headers } = callOf(one.call)(world, one.label);
  return rest && (await send(restRequest({ rest, ...(headers && { headers }) }, world), one));
}

async function sendTrpc(one: Case, world: World): Promise<LightMyRequestResponse | undefined> {
  const { procedure } = callOf(one.call)(world, one.label);
  return procedure && (await send(trpcRequest(procedure, world), one));
}

/** The bodies of the refusals that the document has an example of, by call and status. */
const refusals = new Map<string, { example: unknown; bodies: unknown[] }>();

function collectRefusal(one: Case, operation: Operation, body: unknown): void {
  const example = [400, 401, 403, 404].includes(one.status)
    ? findErrorExample(operation, one.status)
    : undefined;
  if (!example) return;
  const key = `${nameOf(one)} ${one.status}`;
  const refusal = refusals.get(key) ?? { example, bodies: [] };
  refusal.bodies.push(body);
  refusals.set(key, refusal);
}

describe("the permission matrix", () => {
  it.each(CASES)("$call as $role $label returns $status, as documented", async (one) => {
    const world = await createWorldOf(one);
    const overRest = await sendRest(one, world);
    const response = overRest ?? (await sendTrpc(one, world));
    expect(response?.statusCode).toBe(one.status);
    const operation = operations.get(nameOf(one));
    if (!overRest || !operation) return expect(one.call).toMatch(/^\w+\.\w+$/);
    expect(check(operation, overRest)).toEqual([]);
    if (one.status >= 400) collectRefusal(one, operation, overRest.json());
  });

  // Needs the responses of the cases above.
  it("returns each documented example of a refusal at least once", () => {
    expect(refusals.size).toBeGreaterThan(0);
    const unseen = [...refusals].filter(
      ([, { example, bodies }]) => !bodies.some((body) => isDeepStrictEqual(body, example)),
    );
    expect(unseen).toEqual([]);
  });

  it("has a row for every documented call", async () => {
    const { paths }: OpenApi = (await getShop().app.inject("/api/openapi.json")).json();
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = new Set(
      MATRIX.filter(({ call }) => call.includes(" ")).map(({ call }) => nameOf({ call })),
    );
    expect([...rows].sort()).toEqual(calls.sort());
  });

  it("has a row for every procedure", async () => {
    const world = await createWorld(getShop(), "premium", needsOf("{id}", "own"));
    const allCalls: Call[] = MATRIX.map(({ call }) => callOf(call)(world, "own"));
    const called = new Set(
      allCalls.flatMap(({ procedure }) => (procedure ? [procedure.name] : [])),
    );
    expect([...called].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });
});

/** One granted and one refused case of each call that REST and tRPC both serve. */
const SHARED_CASES = MATRIX.flatMap(({ call }) => {
  const cases = CASES.filter((one) => one.call === call);
  const granted = cases.findLast(({ status }) => status < 300);
  const refused = cases.findLast(({ status }) => status >= 400);
  return [granted, refused].filter((one) => one !== undefined);
}).filter(({ call }) => operations.has(nameOf({ call })));

it.each(SHARED_CASES)("$call as $role $label is the same over REST and tRPC", async (one) => {
  const world = await createWorldOf(one);
  const rest = await sendRest(one, world);
  // Reads use the same world for both, so their responses must be identical.
  const isRead = one.call.startsWith("GET ");
  const trpc = await sendTrpc(one, isRead ? world : await createWorldOf(one));
  if (!rest || !trpc) return expect(REST_ONLY).toContain(one.call);
  const overRest = readRestResponse(rest);
  const overTrpc = readTrpcResponse(trpc);
  if (one.call === "GET /api/auth/me") {
    // Pages need the database's clock too, and no error for a guest.
    if (one.status === 401) return expect(overTrpc).toEqual({ status: 200, result: null });
    expect(overTrpc).toMatchObject({ result: { now: expect.any(String) } });
    return expect(overTrpc).toMatchObject(overRest);
  }
  // Only REST has the status 201.
  const expected = one.status === 201 ? { ...overRest, status: 200 } : overRest;
  if (isRead) expect(overTrpc).toEqual(expected);
  else expect(withoutUniqueValues(overTrpc)).toEqual(withoutUniqueValues(expected));
});

/** Calls without a procedure. */
const REST_ONLY = [
  "GET /api/account/export",
  "GET /api/admin/ads.csv",
  "GET /api/admin/users.csv",
  "POST /api/stripe/webhook",
  "POST /api/upload-images",
];
