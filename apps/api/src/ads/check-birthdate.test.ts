import { createAd as insertAd } from "@studbook/db/test/factories";
import { NewAd } from "@studbook/domain/schemas/ad";
import { beforeAll, describe, expect, it } from "vitest";
import { createMember, newAdFields } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createAd } from "./create-ad.ts";
import { updateAd } from "./update-ad.ts";

const NOW = new Date("2026-11-21T23:59:59Z");
const FUTURE_ISSUE = { path: "birthdate", message: "Birthdate cannot be in the future" };

const site = useTestApp({ parts: { clock: () => NOW } });
beforeAll(() => site.setNow(NOW));

describe.each(["POST", "PATCH"] as const)("%s of an ad", (method) => {
  const send = async (change: Record<string, unknown>) => {
    const { id, cookie } = await createMember(site.db);
    const path = method === "POST" ? "/api/ads" : `/api/ads/${(await insertAd(site.db, id)).id}`;
    const fields = method === "POST" ? await newAdFields(site.db, id) : {};
    const payload = { ...fields, ...change };
    return site.app.inject({ method, url: path, headers: { cookie }, payload });
  };

  it("accepts today's date on the database's clock and stores the UTC date", async () => {
    const saved = await send({ birthdate: "2026-11-21T20:00:00-03:00" });
    expect(saved.statusCode).toBe(method === "POST" ? 201 : 200);
    expect(saved.json().birthdate).toBe("2026-11-21");
  });

  it.each(["2026-11-22", "2026-11-21T21:00:00-03:00"])(
    "refuses the future date %s",
    async (birthdate) => {
      const refused = await send({ birthdate });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toEqual({
        error: FUTURE_ISSUE.message,
        code: "BAD_REQUEST",
        issues: [FUTURE_ISSUE],
      });
    },
  );

  it("reports a birthdate in the future with all other issues, in the order of the fields", async () => {
    const refused = await send({
      color: "red",
      ownerName: "",
      studFee: -1,
      birthdate: "2026-11-22",
      dogName: " ",
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      error:
        "Dog name is required. Birthdate cannot be in the future. Stud fee cannot be below 0. " +
        "Owner name is required. Unknown field: color",
      code: "BAD_REQUEST",
      issues: [
        { path: "dogName", message: "Dog name is required" },
        FUTURE_ISSUE,
        { path: "studFee", message: "Stud fee cannot be below 0" },
        { path: "ownerName", message: "Owner name is required" },
        { path: "color", message: "Unknown field: color" },
      ],
    });
  });
});

describe("createAd and updateAd, called directly", () => {
  const futureError = {
    code: "BAD_REQUEST",
    message: FUTURE_ISSUE.message,
    issues: [FUTURE_ISSUE],
  };

  it("refuse a birthdate in the future", async () => {
    const { id } = await createMember(site.db);
    const ctx = { db: site.db, viewer: { userId: id, isAdmin: false } };
    const birthdate = "2026-11-22";
    const fields = { ...NewAd.parse(await newAdFields(site.db, id)), birthdate };
    await expect(createAd(ctx, fields)).rejects.toMatchObject(futureError);
    const ad = await insertAd(site.db, id);
    await expect(updateAd(ctx, { id: ad.id, birthdate })).rejects.toMatchObject(futureError);
  });
});
