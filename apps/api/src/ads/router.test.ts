import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb } from "@studbook/db/test/test-db";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { inferRouterInputs } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { buildTestApp, createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { AppRouter } from "../router.ts";

const site = useTestApp();

const query = (procedure: string, input: unknown) =>
  site.app.inject(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);

describe("the ads router", () => {
  it("returns items, total and the next cursor for a search", async () => {
    const ownerId = (await createUser(site.db)).id;
    for (let n = 0; n < 3; n++) await createAd(site.db, ownerId, { breed: "Whippet" });
    const first = (await query("ads.search", { breed: "Whippet", limit: 2 })).json().result.data;
    expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    const cursor: string = first.nextCursor;
    const second = await query("ads.search", { breed: "Whippet", limit: 2, cursor });
    expect(second.json().result.data).toMatchObject({ total: 3, nextCursor: null });
    expect(second.json().result.data.items).toHaveLength(1);
    const all = (await query("ads.search", {})).json().result.data;
    expect((await site.app.inject("/trpc/ads.search")).json().result.data).toEqual(all);
  });

  it("summarizes the same page with only what a list shows", async () => {
    const ownerId = (await createUser(site.db)).id;
    const images = ["/photos/1/1600.webp", "/photos/2/1600.webp"];
    for (const fields of [{}, { images }, {}]) {
      await createAd(site.db, ownerId, { ...fields, breed: "Vizsla" });
    }
    const input = { breed: "Vizsla", limit: 2 };
    const whole = (await query("ads.search", input)).json().result.data;
    const summarized = (await query("ads.searchSummaries", input)).json().result.data;
    const items = whole.items.map(({ id, dogName, breed, state, birthdate, studFee }: Ad) => ({
      ...{ id, dogName, breed, state, birthdate, studFee },
      image: null,
    }));
    items[1].image = images[0];
    expect(summarized).toEqual({ ...whole, items });
    const rest = { ...input, cursor: summarized.nextCursor };
    expect((await query("ads.searchSummaries", rest)).json().result.data).toMatchObject({
      items: [{ id: expect.any(String), image: null }],
      total: 3,
      nextCursor: null,
    });
  });

  it("returns the old facts of the ads on a page of the user's own", async () => {
    const { id: ownerId, cookie } = await createMember(site.db);
    const record = { breeding: { brucellosisTestDate: "2025-01-31", littersSired: 2 } };
    const first = await createAd(site.db, ownerId, { record });
    const second = await createAd(site.db, ownerId, { record });
    const read = async (procedure: string, input: object) => {
      const search = `input=${encodeURIComponent(JSON.stringify(input))}`;
      const response = await site.app.inject({
        url: `/trpc/${procedure}?${search}`,
        headers: { cookie },
      });
      return response.json().result.data;
    };
    const oldFact = (adId: string) => ({ adId, fact: "brucellosis", date: "2025-01-31" });
    const { nextCursor: cursor } = await read("ads.mine", { limit: 1 });
    expect(await read("ads.oldFacts", { limit: 1 })).toEqual([oldFact(second.id)]);
    expect(await read("ads.oldFacts", { limit: 1, cursor })).toEqual([oldFact(first.id)]);
    const stranger = await createMember(site.db);
    const url = "/trpc/ads.oldFacts";
    const others = await site.app.inject({ url, headers: { cookie: stranger.cookie } });
    expect(others.json().result.data).toEqual([]);
  });

  it("does not compile with fields that an update refuses", async () => {
    const accepted: inferRouterInputs<AppRouter>["ads"]["update"] = { id: "any", studFee: 900 };
    // @ts-expect-error Unknown fields are refused.
    const refused: typeof accepted = { ...accepted, price: 900 };
    const { id: ownerId, cookie } = await createMember(site.db);
    const { id } = await createAd(site.db, ownerId);
    const update = (payload: object) =>
      site.app.inject({ method: "POST", url: "/trpc/ads.update", headers: { cookie }, payload });
    expect((await update({ ...accepted, id })).statusCode).toBe(200);
    expect((await update({ ...refused, id })).statusCode).toBe(400);
  });

  it("returns errors with the same message and code as the REST API, and without a stack", async () => {
    const missing = await query("ads.byId", { id: "nothing" });
    const rest = await site.app.inject("/api/ads/nothing");
    expect(missing.statusCode).toBe(404);
    expect(missing.json().error.message).toBe(rest.json().error);
    expect(missing.json().error.data).toEqual({ code: "AD_NOT_FOUND", httpStatus: 404 });
    const bad = await query("ads.search", { breed: "Dragon", size: 4 });
    expect(bad.statusCode).toBe(400);
    expect(
      bad
        .json()
        .error.data.issues.map((issue: { path: string }) => issue.path)
        .sort(),
    ).toEqual(["breed", "size"]);
  });

  it("refuses more than ten calls in one request", async () => {
    const batch = (size: number) =>
      `/trpc/${Array(size).fill("ads.byId").join(",")}?batch=1&input=${encodeURIComponent("{}")}`;
    expect((await site.app.inject(batch(11))).statusCode).toBe(400);
    expect((await site.app.inject(batch(10))).json()).toHaveLength(10);
  });

  it("returns a generic message with the request ID for an internal error", async () => {
    const broken = await createTestDb();
    const failing = await buildTestApp(broken.db);
    await broken.owner.schema.alterTable("ads").renameTo("elsewhere").execute();
    const response = await failing.inject("/api/ads");
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ code: "INTERNAL" });
    expect(response.body).not.toMatch(/elsewhere|relation|ads/);
    expect(response.json().error).toContain(response.headers["x-request-id"]);
    await failing.close();
    await broken.drop();
  });
});
