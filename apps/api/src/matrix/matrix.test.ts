import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { openPayments } from "../payments/payment-parts.ts";
import { useShop } from "../payments/test-shop.ts";
import { noPhotos } from "../photos/no-photos.ts";
import { registerRest } from "../rest.ts";
import { appRouter } from "../router.ts";
import { CALLS, type Call, restRequest, trpcRequest } from "./calls.ts";
import { MATRIX, ROLES } from "./table.ts";
import { createWorld } from "./world.ts";

const CELLS = MATRIX.flatMap(({ call, cells }) =>
  ROLES.flatMap((role) => cells[role].map((expected) => ({ call, role, ...expected }))),
);

const shopOf = useShop();

function callOf(name: string): (typeof CALLS)[string] {
  const call = CALLS[name];
  if (!call) throw new Error(`There is no way to make the call ${name}`);
  return call;
}

const needsOf = (call: string, label: string) => ({
  ownAd: label === "own" && call.includes("{id}"),
  expiresSoon: label === "soon",
  payment: call === "POST /api/confirm-membership",
  links: label === "link",
  coupon: call === "admin.changeCoupon",
});

describe("who may call what", () => {
  it.each(CELLS)("$call answers $role $label $status", async ({ call, role, label, status }) => {
    const shop = shopOf();
    const answers: { status: number; error?: unknown; code?: unknown }[] = [];
    for (const transport of ["rest", "trpc"] as const) {
      const world = await createWorld(shop, role, needsOf(call, label));
      const { rest, procedure, headers } = callOf(call)(world, label);
      const request =
        transport === "rest"
          ? rest && restRequest({ rest, ...(headers && { headers }) }, world)
          : procedure && trpcRequest(procedure, world);
      if (!request) continue;
      if (label === "second") await shop.app.inject(request);
      const response = await shop.app.inject(request);
      const isJson = response.headers["content-type"]?.toString().startsWith("application/json");
      const body = isJson ? response.json() : {};
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
    const [first, trpc] = answers;
    expect(first?.status).toBe(status);
    if (!trpc) return;
    const isGuestAsked = call === "GET /api/auth/me" && status === 401;
    if (isGuestAsked) expect(trpc).toEqual({ status: 200 });
    else if (status < 300) expect(trpc.status).toBe(200);
    else expect(trpc).toEqual(first);
  });

  it("has a row for every route", async () => {
    const routes = new Set<string>();
    const bare = fastify();
    bare.addHook("onRoute", ({ method, url }) => {
      if (typeof method === "string" && method !== "HEAD") routes.add(`${method} ${url}`);
    });
    const { config, stripe, db } = shopOf();
    const parts = {
      createContext: () => Promise.reject(new Error("unused")),
      publicUrl: "",
      storage: noPhotos,
      payments: openPayments({ db, stripe, logger: bare.log, enqueue: async () => undefined }),
      webhooks: stripe.webhooks,
      webhookSecret: config.stripe.webhookSecret,
      clock: () => new Date(),
    };
    await bare.register(registerRest, { prefix: "/api", ...parts });
    const rows = new Set(
      MATRIX.filter(({ call }) => call.includes(" ")).map(({ call }) =>
        call.replace("{id}", ":id").split(" ", 2).join(" "),
      ),
    );
    expect([...rows].sort()).toEqual([...routes].sort());
    await bare.close();
  });

  it("has a row for every procedure", async () => {
    const world = await createWorld(shopOf(), "premium", needsOf("{id}", "own"));
    const made: Call[] = MATRIX.map(({ call }) => callOf(call)(world, "own"));
    const called = new Set(made.flatMap(({ procedure }) => (procedure ? [procedure.name] : [])));
    expect([...called].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });
});
