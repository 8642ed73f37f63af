import { createAd, createUser } from "@studbook/db/test/factories";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember, testConfig } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";

const site = useTestApp();

/** A batch of one call runs the procedure, a single call reads JSON. */
const urlsOf = (name: string, input: object) => ({
  asProcedure: `/trpc/${name}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`,
  asJson: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
});

describe("a read as JSON", () => {
  it("returns what its procedure returns, to guests, the owner and admins", async () => {
    const owner = await createMember(site.db, { membershipExpiresAt: new Date(0) });
    const record = {
      identity: { registeredName: 'Ünï "Rex" \\ </script>', weightPounds: 70.5 },
      titles: { prefix: "GCH שם" },
      place: { zip: "78701", city: "Austin" },
      availability: { status: "available" },
    } satisfies StudRecord;
    const hidden = await createAd(site.db, owner.id, {
      dogName: 'Ünï "Rex" \\ \n </script>',
      record,
    });
    const paused = await createAd(site.db, owner.id, { record });
    await site.run(
      "update ads set paused_until = studbook_now() + interval '1 day' where id = $1",
      [paused.id],
    );
    const seller = await createUser(site.db);
    for (const studFee of [0, 1]) {
      await createAd(site.db, seller.id, {
        studFee,
        breed: "Pug",
        ...(studFee > 0 && { record }),
        images: ["/photos/1/1600.webp"],
      });
    }
    const listed = await createAd(site.db, seller.id, { breed: "Pug", record });
    const config = { ...testConfig(), photoBaseUrl: "https://cdn.example" };
    const withCdn = await buildTestApp(site.db, { config });
    const cookies = ["", owner.cookie, (await createAdmin(site.db)).cookie];
    for (const [name, input] of [
      ["ads.search", {}],
      ["ads.search", { breed: "Pug", limit: 2 }],
      ["ads.search", { breed: ["Pug", "Boxer"], state: ["TX"], limit: 2 }],
      ["ads.search", { breed: "Akita", state: "WY" }],
      ["ads.searchSummaries", { breed: "Pug", limit: 2 }],
      ["ads.byId", { id: hidden.id }],
      ["ads.byId", { id: paused.id }],
      ["ads.byId", { id: listed.id }],
      ["ads.page", { id: listed.id }],
      ["ads.page", { id: paused.id }],
      ["ads.byId", { id: SAMPLE_AD_IDS[0] }],
      ["ads.byId", {}],
      ["ads.search", { breed: "Dragon", cursor: "none", other: 1 }],
      ["ads.searchSummaries", { cursor: "none" }],
    ] as const) {
      const { asProcedure, asJson } = urlsOf(name, input);
      for (const app of [site.app, withCdn]) {
        for (const cookie of cookies) {
          const [procedure, json] = await Promise.all(
            [asProcedure, asJson].map((url) => app.inject({ url, headers: { cookie } })),
          );
          expect([json?.statusCode, json?.json()]).toEqual([
            procedure?.statusCode,
            procedure?.json()[0],
          ]);
        }
      }
    }
    await withCdn.close();
  });
});
