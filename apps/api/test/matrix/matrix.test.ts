import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import type { OpenApi } from "../../src/openapi/types.ts";
import { appRouter } from "../../src/router.ts";
import { useShop } from "../payment-shop.ts";
import { type Call, callOf, needsOf, restRequest, trpcRequest } from "./calls.ts";
import { readRestResponse, readTrpcResponse, withoutUniqueValues } from "./normalize-responses.ts";
import { MATRIX, ROLES } from "./table.ts";
import { createWorld } from "./world.ts";

const CELLS = MATRIX.flatMap(({ call, cells }) =>
  ROLES.flatMap((role) => cells[role].map((expected) => ({ call, role, ...expected }))),
);

const shopOf = useShop();

describe("the permission matrix", () => {
  it.each(CELLS)("$call as $role $label returns $status", async ({ call, role, label, status }) => {
    const { app } = shopOf();
    const newWorld = () => createWorld(shopOf(), role, needsOf(call, label));
    const send = async (request: InjectOptions) => {
      if (label === "second") await app.inject(request);
      return await app.inject(request);
    };
    const world = await newWorld();
    const { rest, procedure, headers } = callOf(call)(world, label);
    const overRest = rest
      ? readRestResponse(await send(restRequest({ rest, ...(headers && { headers }) }, world)))
      : undefined;
    // Reads use the same world for both, so their responses must be identical.
    const isRead = rest?.method === "GET";
    const trpcWorld = isRead ? world : await newWorld();
    const again = callOf(call)(trpcWorld, label).procedure;
    const overTrpc =
      procedure && again ? readTrpcResponse(await send(trpcRequest(again, trpcWorld))) : undefined;
    expect((overRest ?? overTrpc)?.status).toBe(status);
    if (!overRest || !overTrpc) return;
    const isGuest = call === "GET /api/auth/me" && status === 401;
    if (isGuest) return expect(overTrpc).toEqual({ status: 200, result: null });
    // Only REST has the status 201.
    const expected = status === 201 ? { ...overRest, status: 200 } : overRest;
    if (isRead) expect(overTrpc).toEqual(expected);
    else expect(withoutUniqueValues(overTrpc)).toEqual(withoutUniqueValues(expected));
  });

  it("has a row for every documented call", async () => {
    const { paths }: OpenApi = (await shopOf().app.inject("/api/openapi.json")).json();
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = new Set(
      MATRIX.filter(({ call }) => call.includes(" ")).map(({ call }) =>
        call.split(" ", 2).join(" "),
      ),
    );
    expect([...rows].sort()).toEqual(calls.sort());
  });

  it("has a row for every procedure", async () => {
    const world = await createWorld(shopOf(), "premium", needsOf("{id}", "own"));
    const allCalls: Call[] = MATRIX.map(({ call }) => callOf(call)(world, "own"));
    const called = new Set(
      allCalls.flatMap(({ procedure }) => (procedure ? [procedure.name] : [])),
    );
    expect([...called].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });
});
