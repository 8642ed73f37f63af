import { findPhoto } from "@studbook/db/queries/photos";
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

  it("adds ads with photos, and accounts that can sign in", async () => {
    const { app } = site;
    const response = await app.inject("/api/ads?breed=Boxer&state=TX&limit=2");
    const [ad] = response.json();
    expect(response.headers["x-total-count"]).not.toBe("0");
    const [, id = ""] = /photos\/([^/]+)\//.exec(ad.images[0]) ?? [];
    expect(await findPhoto(site.db, id)).toMatchObject({ adId: ad.id, width: 1200, height: 900 });
    for (const username of ["admin", "premium"]) {
      const payload = { username, password: DEMO_PASSWORD };
      const signedIn = await app.inject({ method: "POST", url: "/api/login", payload });
      expect(signedIn.statusCode).toBe(200);
    }
  });
});
