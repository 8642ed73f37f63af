import { findPhoto } from "@studbook/db/queries/photos";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { findPortrait } from "@studbook/demo/photo-id";
import { sizeOf } from "@studbook/demo/portraits/aspects";
import { Ad } from "@studbook/domain/schemas/ad";
import { AdSearchResult } from "@studbook/domain/schemas/ad-search";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../../test/use-test-app.ts";
import { DEMO_PASSWORD, loadDemo } from "./load-demo.ts";

const site = useTestApp();

describe("loading the demo", () => {
  it("runs once for concurrent processes and produces consistent counts", async () => {
    const started: number[] = [];
    const load = (n: number) =>
      loadDemo({ db: site.db, now: new Date(), onStart: () => void started.push(n) });
    const loaded = await Promise.all([load(1), load(2), load(3)]);
    expect(loaded.filter(Boolean)).toHaveLength(1);
    expect(started).toHaveLength(1);
    expect(await load(4)).toBe(false);

    const [counts] = await site.run(`select
      (select count(*) from users u where ad_count <> (select count(*) from ads where user_id = u.id)) wrong,
      (select count(*) from photos p join ads a on a.id = p.ad_id
        where '/photos/' || p.id || '/1600.webp' = any(a.images)) as attached,
      (select count(*) from photos) photos`);
    expect(counts).toMatchObject({ wrong: 0 });
    expect(counts?.attached).toBe(counts?.photos);
    expect(Number(counts?.photos)).toBeGreaterThan(400);
  });

  it("adds records whose places are known, and derives what lists and searches read", async () => {
    const [sums] = await site.run(`select
      (select count(*) from ad_records join ads on id = ad_id
        left join zips on zip = place ->> 'zip' and city = place ->> 'city' and zips.state = ads.state
        where place is not null and zips.zip is null) as unknown_places,
      (select count(*) from ads where x is not null) as places,
      (select count(*) from ads where tests is not null and summary -> 'testsStated' is not null) as tested,
      (select count(*) from ad_records where health is not null) as healths,
      (select count(*) from ads where paused_until > studbook_now()) as paused`);
    expect(sums).toMatchObject({ unknownPlaces: 0, paused: 4, tested: sums?.healths });
    expect(Number(sums?.places)).toBeGreaterThan(150);
    expect(Number(sums?.healths)).toBeGreaterThan(150);
    expect(await listWrongSums(site.db)).toEqual([]);
  });

  it("adds records that the API answers without the ZIP code", async () => {
    const { app } = site;
    const listed = AdSearchResult.shape.items.parse(
      (await app.inject("/api/ads?limit=100")).json(),
    );
    const known = listed.filter((ad) => ad.city && ad.titles && ad.testsStated);
    expect(known.length).toBeGreaterThan(10);
    for (const { id, city, titles, testsStated } of known) {
      const { record } = Ad.parse((await app.inject(`/api/ads/${id}`)).json());
      expect(record).toMatchObject({ titles, place: { city } });
      expect(record?.place).not.toHaveProperty("zip");
      expect(record?.health?.tests).toHaveLength(testsStated ?? 0);
    }
  });

  it("adds ads with photos, and accounts that can sign in", async () => {
    const { app } = site;
    const response = await app.inject("/api/ads?breed=Boxer&state=TX&limit=2");
    const [ad] = response.json();
    expect(response.headers["x-total-count"]).not.toBe("0");
    const [, id = ""] = /photos\/([^/]+)\//.exec(ad.images[0]) ?? [];
    expect(await findPhoto(site.db, id)).toMatchObject({
      adId: ad.id,
      ...sizeOf(findPortrait(id)?.aspect ?? "4:3"),
    });
    for (const username of ["admin", "premium"]) {
      const payload = { username, password: DEMO_PASSWORD };
      const signedIn = await app.inject({ method: "POST", url: "/api/login", payload });
      expect(signedIn.statusCode).toBe(200);
    }
  });
});
