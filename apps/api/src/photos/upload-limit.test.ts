import { describe, expect, it } from "vitest";
import { buildTestApp, signInAs } from "../testing.ts";
import { noPhotos } from "./no-photos.ts";
import { multipartOf, smallFile, UPLOAD, useUploadSite } from "./test-uploads.ts";

const site = useUploadSite();
const small = await smallFile();
const broken = { name: "notes.jpg", data: Buffer.from("no picture") };

async function fill(userId: string, count: number): Promise<void> {
  const attempts = Array.from({ length: count }, () => ({ userId }));
  await site.db.insertInto("uploadAttempts").values(attempts).execute();
}

describe("the limit of 60 photos in 24 h", () => {
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
      await site.db.deleteFrom("uploadAttempts").where("userId", "=", userId).execute();
      await site.db.deleteFrom("photos").where("userId", "=", userId).execute();
      await fill(userId, 57);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => site.upload(cookie, [small])),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      expect(await site.countAttempts(userId)).toBe(60);
      expect(await site.countPhotos(userId)).toBe(3);
    }
  });

  it("counts every file of an upload whose last one is broken", async () => {
    const { userId, cookie } = await site.createMember();
    await fill(userId, 57);
    expect((await site.upload(cookie, [small, small, broken])).statusCode).toBe(415);
    expect(await site.countAttempts(userId)).toBe(60);
    expect((await site.upload(cookie, [small])).statusCode).toBe(429);
  });

  it("holds for parallel uploads of broken files", async () => {
    const { userId, cookie } = await site.createMember();
    await fill(userId, 57);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => site.upload(cookie, [broken])),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([415, 415, 415, 429, 429, 429, 429, 429]);
  });

  it("does not count a photo that we could not store", async () => {
    const { userId, cookie } = await site.createMember();
    const write = () => Promise.reject(new Error("the disk is broken"));
    const failing = await buildTestApp(site.db, { storage: { ...noPhotos, write } });
    const { payload, headers } = await multipartOf([small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    expect((await failing.inject(sent)).statusCode).toBe(500);
    expect(await site.countAttempts(userId)).toBe(0);
    await failing.close();
  });

  it("answers 503 when its turn takes too long to come, and does not count", async () => {
    const { userId, cookie } = await site.createMember();
    const busy = await buildTestApp(site.db, { uploadLimits: { waitMs: 0 } });
    const { payload, headers } = await multipartOf([small, small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    const answers = await Promise.all([1, 2, 3].map(() => busy.inject(sent)));
    for (const response of answers) {
      expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    }
    expect(await site.countAttempts(userId)).toBe(0);
    await busy.close();
  });

  it("answers 507 while the disk is full, and does not count", async () => {
    const { userId, cookie } = await site.createMember();
    const write = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const full = await buildTestApp(site.db, { storage: { ...noPhotos, write } });
    const { payload, headers } = await multipartOf([small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    const response = await full.inject(sent);
    expect([response.statusCode, response.json().code]).toEqual([507, "STORAGE_FULL"]);
    expect(await site.countAttempts(userId)).toBe(0);
    await full.close();
  });
});
