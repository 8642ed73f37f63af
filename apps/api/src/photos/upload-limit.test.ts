import { describe, expect, it } from "vitest";
import { noOpStorage } from "../../test/no-op-storage.ts";
import { buildTestApp, signInAs, testConfig } from "../../test/test-app.ts";
import { multipartOf, plainPicture, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";
import type { ReceivedFile } from "./receive-files.ts";
import { UPLOAD_LIMITS } from "./receive-uploads.ts";
import { uploadsBusy } from "./spool.ts";
import { uploadPhotos } from "./upload-photos.ts";

const site = useUploadSite();
const small = await smallFile();
const broken = { name: "notes.jpg", data: Buffer.from("no picture") };

async function fill(userId: string, count: number): Promise<void> {
  const attempts = Array.from({ length: count }, () => ({ userId }));
  await site.db.insertInto("uploadAttempts").values(attempts).execute();
}

describe("the limit of 60 photos in 24 h", () => {
  it("returns 429 with Retry-After until attempts expire", async () => {
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

  it("holds for concurrent uploads", async () => {
    const { userId, cookie } = await site.createMember();
    for (let round = 0; round < 10; round++) {
      await site.db.deleteFrom("uploadAttempts").where("userId", "=", userId).execute();
      await site.db.deleteFrom("photos").where("userId", "=", userId).execute();
      await fill(userId, 57);
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => site.upload(cookie, [small])),
      );
      const statuses = responses.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      expect(await site.countAttempts(userId)).toBe(60);
      expect(await site.countPhotos(userId)).toBe(3);
    }
  });

  it("counts every file of an upload whose last file is broken", async () => {
    const { userId, cookie } = await site.createMember();
    await fill(userId, 57);
    expect((await site.upload(cookie, [small, small, broken])).statusCode).toBe(415);
    expect(await site.countAttempts(userId)).toBe(60);
    expect((await site.upload(cookie, [small])).statusCode).toBe(429);
  });

  it("holds for concurrent uploads of broken files", async () => {
    const { userId, cookie } = await site.createMember();
    await fill(userId, 57);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => site.upload(cookie, [broken])),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([415, 415, 415, 429, 429, 429, 429, 429]);
  });

  it("does not count a photo that could not be stored", async () => {
    const { userId, cookie } = await site.createMember();
    const write = () => Promise.reject(new Error("the disk is broken"));
    const failing = await buildTestApp(site.db, { storage: { ...noOpStorage, write } });
    const { payload, headers } = await multipartOf([small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    expect((await failing.inject(sent)).statusCode).toBe(500);
    expect(await site.countAttempts(userId)).toBe(0);
    await failing.close();
  });

  it("returns 503 after waiting too long to decode, and does not count the files", async () => {
    const { userId, cookie } = await site.createMember();
    const busy = await buildTestApp(site.db, { uploadLimits: { waitMs: 0 } });
    const { payload, headers } = await multipartOf([small, small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    const responses = await Promise.all([1, 2, 3].map(() => busy.inject(sent)));
    for (const response of responses) {
      expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    }
    expect(await site.countAttempts(userId)).toBe(0);
    await busy.close();
  });

  it("counts every file of an upload whose client disconnects", async () => {
    const { userId, cookie } = await site.createMember();
    const other = await site.createMember();
    await fill(userId, 57);
    const oneOfNetwork = { ...UPLOAD_LIMITS.slots, network: 1 };
    const app = await buildTestApp(site.db, { uploadLimits: { slots: oneOfNetwork } });
    const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const data = await plainPicture(4000, 3000).png().toBuffer();
    const { payload, headers } = await multipartOf(Array(3).fill({ name: "large.png", data }));
    const hangUp = new AbortController();
    const sent = fetch(new URL(UPLOAD, address), {
      method: "POST",
      headers: { ...headers, cookie },
      body: payload,
      signal: hangUp.signal,
    });
    await expect.poll(() => site.countAttempts(userId), { timeout: 20_000 }).toBe(60);
    hangUp.abort();
    await expect(sent).rejects.toThrow("aborted");
    const next = await multipartOf([small]);
    const uploadFromSameNetwork = async () => {
      const nextHeaders = { ...next.headers, cookie: other.cookie };
      const { payload } = next;
      const url = UPLOAD;
      return (await app.inject({ method: "POST", url, headers: nextHeaders, payload })).statusCode;
    };
    // Waits until the upload has released its slot, after which it releases no more attempts.
    await expect.poll(uploadFromSameNetwork, { timeout: 20_000 }).toBe(200);
    expect(await site.countAttempts(userId)).toBe(60);
    await app.close();
  });

  it.each([
    ["stays connected", () => {}, 1],
    ["disconnects", (caller: AbortController) => caller.abort(), 3],
  ])("counts started files if the wait is too long and the client %s", async (_what, go, count) => {
    const { userId } = await site.createMember();
    const bySid = "select sid from sessions where sess ->> 'userId' = $1";
    const [session] = await site.run(bySid, [userId]);
    const caller = new AbortController();
    const ctx = {
      db: site.db,
      viewer: { userId, isAdmin: false },
      session: { sid: String(session?.sid) },
      closed: () => caller.signal,
      address: "10.0.0.1",
      config: testConfig("on"),
    };
    const decode = async (file: ReceivedFile, onStart: () => void) => {
      if (file.name === "first") onStart();
      else {
        go(caller);
        throw uploadsBusy();
      }
      return { width: 1, height: 1, files: [] };
    };
    const files = ["first", "second", "third"].map((name) => ({
      name,
      read: async () => Buffer.alloc(0),
    }));
    const parts = {
      storage: noOpStorage,
      process: decode,
      quota: UPLOAD_LIMITS.quota,
      limits: UPLOAD_LIMITS,
      logger: site.app.log,
    };
    const uploaded = uploadPhotos(ctx, parts, files);
    await expect(uploaded).rejects.toMatchObject({ code: "BUSY" });
    expect(await site.countAttempts(userId)).toBe(count);
  });
});
