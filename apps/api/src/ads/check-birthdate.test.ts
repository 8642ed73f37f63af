import { findAd } from "@studbook/db/queries/ads";
import { createAd as insertAd } from "@studbook/db/test/factories";
import { NewAd } from "@studbook/domain/schemas/ad";
import { describe, expect, it } from "vitest";
import { createAdmin, createMember, newAdFields } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createAd } from "./create-ad.ts";
import { deleteAd } from "./delete-ad.ts";
import { updateAd } from "./update-ad.ts";

const NOW = new Date("2026-11-21T23:59:59Z");
const FUTURE = { path: "birthdate", message: "Birthdate cannot be in the future" };

const site = useTestApp({ parts: { clock: () => NOW } });

describe.each(["POST", "PATCH"] as const)("%s of an ad", (method) => {
  const send = async (change: Record<string, unknown>) => {
    const { id, cookie } = await createMember(site.db);
    const path = method === "POST" ? "/api/ads" : `/api/ads/${(await insertAd(site.db, id)).id}`;
    const fields = method === "POST" ? await newAdFields(site.db, id) : {};
    const payload = { ...fields, ...change };
    return site.app.inject({ method, url: path, headers: { cookie }, payload });
  };

  it("accepts today by the server's clock, and saves the UTC day", async () => {
    const saved = await send({ birthdate: "2026-11-21T20:00:00-03:00" });
    expect(saved.statusCode).toBe(method === "POST" ? 201 : 200);
    expect(saved.json().birthdate).toBe("2026-11-21");
  });

  it.each(["2026-11-22", "2026-11-21T21:00:00-03:00"])("refuses %s", async (birthdate) => {
    const refused = await send({ birthdate });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      error: FUTURE.message,
      code: "BAD_REQUEST",
      issues: [FUTURE],
    });
  });

  it("reports a birthdate in the future with all other issues, in the order of the fields", async () => {
    const refused = await send({
      colour: "red",
      ownerName: "",
      studFee: -1,
      birthdate: "2026-11-22",
      dogName: " ",
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      error:
        "Dog name is required. Birthdate cannot be in the future. Stud fee cannot be below 0. " +
        "Owner name is required. Unknown field: colour",
      code: "BAD_REQUEST",
      issues: [
        { path: "dogName", message: "Dog name is required" },
        FUTURE,
        { path: "studFee", message: "Stud fee cannot be below 0" },
        { path: "ownerName", message: "Owner name is required" },
        { path: "colour", message: "Unknown field: colour" },
      ],
    });
  });
});

describe("operations without the procedure's checks", () => {
  const future = { code: "BAD_REQUEST", message: FUTURE.message, issues: [FUTURE] };

  it("refuse a birthdate in the future", async () => {
    const { id } = await createMember(site.db);
    const ctx = { db: site.db, viewer: { userId: id, isAdmin: false }, clock: () => NOW };
    const birthdate = "2026-11-22";
    const fields = { ...NewAd.parse(await newAdFields(site.db, id)), birthdate };
    await expect(createAd(ctx, fields)).rejects.toMatchObject(future);
    const ad = await insertAd(site.db, id);
    await expect(updateAd(ctx, { id: ad.id, birthdate })).rejects.toMatchObject(future);
  });

  it("change and delete an ad only for its owner", async () => {
    const ad = await insertAd(site.db, (await createMember(site.db)).id);
    for (const isAdmin of [false, true]) {
      const { id: userId } = isAdmin ? await createAdmin(site.db) : await createMember(site.db);
      const ctx = { db: site.db, viewer: { userId, isAdmin }, clock: () => NOW };
      for (const [id, code] of [
        [ad.id, "FORBIDDEN"],
        ["no-id", "AD_NOT_FOUND"],
      ] as const) {
        await expect(updateAd(ctx, { id, studFee: 1 })).rejects.toMatchObject({ code });
        await expect(deleteAd(ctx, id)).rejects.toMatchObject({ code });
      }
    }
    expect(await findAd(site.db, ad.id)).toEqual(ad);
  });
});
