import { createAd } from "@studbook/db/test/factories";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
});

const call = (name: string, payload: object) =>
  site.app.inject({
    method: "POST",
    url: `/trpc/${name}`,
    headers: { cookie: admin.cookie },
    payload,
  });

describe("hiding an ad", () => {
  it("shows the ad and the reason only to its owner and admins", async () => {
    const { id, cookie } = await createMember(site.db);
    const stranger = await createMember(site.db);
    const ad = await createAd(site.db, id, { breed: "Akita" });
    const getAd = async (headers: object) =>
      (await site.app.inject({ url: `/api/ads/${ad.id}`, headers: { ...headers } })).json();
    const count = async () =>
      (await site.app.inject("/api/ads?breed=Akita")).headers["x-total-count"];

    expect(await count()).toBe("1");
    expect((await call("admin.hideAd", { id: ad.id, reason: " Not a dog " })).statusCode).toBe(200);
    expect(await count()).toBe("0");
    expect(await getAd({})).toMatchObject({ code: "AD_NOT_FOUND" });
    expect(await getAd({ cookie: stranger.cookie })).toMatchObject({ code: "AD_NOT_FOUND" });
    for (const who of [cookie, admin.cookie]) {
      expect(await getAd({ cookie: who })).toEqual({ ...ad, hiddenReason: "Not a dog" });
    }
    const mine = await site.app.inject({ url: "/api/my-ads", headers: { cookie } });
    expect(mine.json()).toMatchObject([{ id: ad.id, hiddenReason: "Not a dog" }]);
    const edit = { method: "PATCH", url: `/api/ads/${ad.id}`, headers: { cookie } } as const;
    expect((await site.app.inject({ ...edit, payload: { studFee: 1 } })).statusCode).toBe(200);
    expect(await count()).toBe("0");

    expect((await call("admin.restoreAd", { id: ad.id })).statusCode).toBe(200);
    expect(await count()).toBe("1");
    expect(await getAd({ cookie })).not.toHaveProperty("hiddenReason");
  });

  it.each([[undefined], [""], ["  "], ["x".repeat(501)], [7]])(
    "refuses the reason %j",
    async (reason) => {
      const { id } = await createMember(site.db);
      const ad = await createAd(site.db, id);
      const response = await call("admin.hideAd", { id: ad.id, reason });
      expect(response.statusCode).toBe(400);
      expect(response.json().error.data.issues).toMatchObject([{ path: "reason" }]);
      expect((await site.app.inject(`/api/ads/${ad.id}`)).statusCode).toBe(200);
    },
  );

  it.each(SAMPLE_AD_IDS)("is refused for the sample ad %s", async (id) => {
    const response = await call("admin.hideAd", { id: id.toUpperCase(), reason: "A sample" });
    expect(response.statusCode).toBe(403);
    expect((await site.app.inject(`/api/ads/${id}`)).statusCode).toBe(200);
  });
});
