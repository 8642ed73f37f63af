import { describe, expect, it } from "vitest";
import { signInAs } from "../testing.ts";
import { smallFile, useUploadSite } from "./test-uploads.ts";

const site = useUploadSite();
const small = await smallFile();

describe("the limit of 60 photos in 24 h", () => {
  async function fill(userId: string, count: number): Promise<void> {
    const photo = { userId, width: 4, height: 3, bytes: 9 };
    await site.db.insertInto("photos").values(Array(count).fill(photo)).execute();
  }

  it("answers 429 with the time to wait, and ends", async () => {
    const { userId, cookie } = await site.createMember();
    await fill(userId, 59);
    expect((await site.upload(cookie, [small, small])).statusCode).toBe(429);
    expect((await site.upload(cookie, [small])).statusCode).toBe(200);
    const response = await site.upload(cookie, [small]);
    expect(response.statusCode).toBe(429);
    expect(response.json().code).toBe("TOO_MANY_REQUESTS");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(86_000);
    await site.advance(24 * 60 * 60 * 1000);
    const again = { userId, cookie: await signInAs(site.db, userId) };
    expect((await site.upload(again.cookie, [small])).statusCode).toBe(200);
    await site.setNow(null);
  });

  it("holds for parallel uploads", async () => {
    const { userId, cookie } = await site.createMember();
    for (let round = 0; round < 10; round++) {
      await site.db.deleteFrom("photos").where("userId", "=", userId).execute();
      await fill(userId, 57);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => site.upload(cookie, [small])),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      expect(await site.countPhotos(userId)).toBe(60);
    }
  });
});
