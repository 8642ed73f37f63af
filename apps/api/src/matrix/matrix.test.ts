import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { registerRest } from "../rest.ts";
import { appRouter } from "../router.ts";
import { noPhotos, useTestApp } from "../testing.ts";
import { CALLS, type Call, restRequest, trpcRequest } from "./calls.ts";
import { MATRIX, ROLES } from "./table.ts";
import { createWorld } from "./world.ts";

const CELLS = MATRIX.flatMap(({ call, cells }) =>
  ROLES.flatMap((role) => cells[role].map((expected) => ({ call, role, ...expected }))),
);

const site = useTestApp();

function callOf(name: string): (typeof CALLS)[string] {
  const call = CALLS[name];
  if (!call) throw new Error(`There is no way to make the call ${name}`);
  return call;
}

const needsOwnAd = (call: string, label: string) => label === "own" && call.includes("{id}");

describe("who may call what", () => {
  it.each(CELLS)("$call answers $role $label $status", async ({ call, role, label, status }) => {
    const answers: { status: number; error?: unknown; code?: unknown }[] = [];
    for (const transport of ["rest", "trpc"] as const) {
      const world = await createWorld(site.db, role, needsOwnAd(call, label));
      const made = callOf(call)(world, label);
      if (transport === "trpc" && !made.procedure) continue;
      const request =
        transport === "trpc" && made.procedure
          ? trpcRequest(made.procedure, world)
          : restRequest(made, world);
      if (label === "second") await site.app.inject(request);
      const response = await site.app.inject(request);
      const body = response.json();
      answers.push(
        transport === "rest"
          ? { status: response.statusCode, error: body.error, code: body.code }
          : {
              status: response.statusCode,
              error: body.error?.message,
              code: body.error?.data.code,
            },
      );
    }
    const [rest, trpc] = answers;
    expect(rest?.status).toBe(status);
    if (!trpc) return;
    const isGuestAsked = call === "GET /api/auth/me" && status === 401;
    if (isGuestAsked) expect(trpc).toEqual({ status: 200 });
    else if (status < 300) expect(trpc.status).toBe(200);
    else expect(trpc).toEqual(rest);
  });

  it("has a row for every route", async () => {
    const routes = new Set<string>();
    const bare = fastify();
    bare.addHook("onRoute", ({ method, url }) => {
      if (typeof method === "string" && method !== "HEAD") routes.add(`${method} ${url}`);
    });
    const createContext = () => Promise.reject(new Error("unused"));
    const parts = { createContext, publicUrl: "", storage: noPhotos };
    await bare.register(registerRest, { prefix: "/api", ...parts });
    const rows = new Set(
      MATRIX.map(({ call }) => call.replace("{id}", ":id").split(" ", 2).join(" ")),
    );
    expect([...rows].sort()).toEqual([...routes].sort());
    await bare.close();
  });

  it("has a row for every procedure", async () => {
    const world = await createWorld(site.db, "premium", true);
    const made: Call[] = MATRIX.map(({ call }) => callOf(call)(world, "own"));
    const called = new Set(made.flatMap(({ procedure }) => (procedure ? [procedure.name] : [])));
    expect([...called].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });
});
