import { findAd } from "@studbook/db/queries/ads";
import { createAd as insertAd } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { createAdmin, createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { deleteAd } from "./delete-ad.ts";
import { updateAd } from "./update-ad.ts";

const site = useTestApp();

describe("updateAd and deleteAd, called directly", () => {
  it("change and delete an ad only for its owner", async () => {
    const ad = await insertAd(site.db, (await createMember(site.db)).id);
    for (const isAdmin of [false, true]) {
      const { id: userId } = isAdmin ? await createAdmin(site.db) : await createMember(site.db);
      const ctx = { db: site.db, viewer: { userId, isAdmin } };
      for (const [id, code] of [
        [ad.id, "FORBIDDEN"],
        ["unknown-id", "AD_NOT_FOUND"],
      ] as const) {
        await expect(updateAd(ctx, { id, studFee: 1 })).rejects.toMatchObject({ code });
        await expect(deleteAd(ctx, id)).rejects.toMatchObject({ code });
      }
    }
    expect(await findAd(site.db, ad.id)).toEqual(ad);
  });
});
