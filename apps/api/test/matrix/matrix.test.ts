import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import type { OpenApi } from "../../src/openapi/types.ts";
import { appRouter } from "../../src/router.ts";
import { useShop } from "../payment-shop.ts";
import { type Call, callOf, needsOf, restRequest, trpcRequest } from "./calls.ts";
import { MATRIX, ROLES } from "./table.ts";
import { restTold, trpcTold, withoutOwn } from "./told-alike.ts";
import { createWorld } from "./world.ts";

const CELLS = MATRIX.flatMap(({ call, cells }) =>
  ROLES.flatMap((role) => cells[role].map((expected) => ({ call, role, ...expected }))),
);

const shopOf = useShop();

describe("who may call what", () => {
  it.each(CELLS)("$call answers $role $label $status", async ({ call, role, label, status }) => {
    const { app } = shopOf();
    const newWorld = () => createWorld(shopOf(), role, needsOf(call, label));
    const answer = async (request: InjectOptions) => {
      if (label === "second") await app.inject(request);
      return await app.inject(request);
    };
    const world = await newWorld();
    const { rest, procedure, headers } = callOf(call)(world, label);
    const told = rest
      ? restTold(await answer(restRequest({ rest, ...(headers && { headers }) }, world)))
      : undefined;
    // What only reads is asked of the same world, and has to be the same to the letter.
    const isRead = rest?.method === "GET";
    const other = isRead ? world : await newWorld();
    const again = callOf(call)(other, label).procedure;
    const trpc = procedure && again ? trpcTold(await answer(trpcRequest(again, other))) : undefined;
    expect((told ?? trpc)?.status).toBe(status);
    if (!told || !trpc) return;
    const isGuestAsked = call === "GET /api/auth/me" && status === 401;
    if (isGuestAsked) return expect(trpc).toEqual({ status: 200, result: null });
    // REST alone says that something was created.
    const expected = status === 201 ? { ...told, status: 200 } : told;
    if (isRead) expect(trpc).toEqual(expected);
    else expect(withoutOwn(trpc)).toEqual(withoutOwn(expected));
  });

  it("has a row for every call of the document", async () => {
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
    const made: Call[] = MATRIX.map(({ call }) => callOf(call)(world, "own"));
    const called = new Set(made.flatMap(({ procedure }) => (procedure ? [procedure.name] : [])));
    expect([...called].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });
});
