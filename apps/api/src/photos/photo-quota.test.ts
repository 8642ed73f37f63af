import { randomUUID } from "node:crypto";
import { insertPhoto } from "@studbook/db/queries/photos";
import { lockUser } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import { z } from "@studbook/domain/schemas/z";
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noOpStorage } from "../../test/no-op-storage.ts";
import { buildTestApp, signInAs, testConfig } from "../../test/test-app.ts";
import { multipartOf, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";
import { claimPhotoQuota, PHOTO_QUOTA, type PhotoQuota } from "./photo-quota.ts";

const site = useUploadSite();
const body = await multipartOf([await smallFile()]);
const config = testConfig("on");
const FREE = { membershipTier: null, membershipExpiresAt: null };

let photoBytes = 0;
beforeAll(async () => {
  const { userId, cookie } = await site.createMember();
  expect((await site.upload(cookie, [await smallFile()])).statusCode).toBe(200);
  const [row] = await site.run("delete from photos where user_id = $1 returning bytes", [userId]);
  photoBytes = z.object({ bytes: z.number() }).parse(row).bytes;
});
beforeEach(async () => {
  await site.run("delete from photos");
  await site.run("delete from tries");
});

/** Runs a test against a server with this quota. */
async function withQuota(
  quota: Partial<PhotoQuota>,
  test: (
    upload: (cookie: string, address?: string) => Promise<LightMyRequestResponse>,
  ) => Promise<void>,
): Promise<void> {
  const uploadLimits = { quota: { ...PHOTO_QUOTA, ...quota } };
  const app = await buildTestApp(site.db, { config, storage: noOpStorage, uploadLimits });
  try {
    await test((cookie, remoteAddress = "10.0.0.1") => {
      const headers = { ...body.headers, cookie };
      return app.inject({
        method: "POST",
        url: UPLOAD,
        headers,
        remoteAddress,
        payload: body.payload,
      });
    });
  } finally {
    await app.close();
  }
}

const createCookies = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await site.createMember(FREE)).cookie));

const statusesOf = (responses: readonly LightMyRequestResponse[]) =>
  responses.map(({ statusCode }) => statusCode).sort();

describe("photos of accounts without a membership", () => {
  it("are limited per account until it has a membership", async () => {
    await withQuota({ accountBytes: 2 * photoBytes }, async (upload) => {
      const { userId, cookie } = await site.createMember(FREE);
      const responses = await Promise.all([1, 2, 3, 4].map(() => upload(cookie)));
      expect(statusesOf(responses)).toEqual([200, 200, 429, 429]);
      const refused = await upload(cookie);
      expect([refused.statusCode, refused.json().code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_000);
      await site.run(
        "update users set membership_tier = 'basic', membership_expires_at = now() + interval '1 day' where id = $1",
        [userId],
      );
      expect((await upload(cookie)).statusCode).toBe(200);
    });
  });

  it("do not count once an ad uses them", async () => {
    await withQuota({ accountBytes: photoBytes }, async (upload) => {
      const { userId, cookie } = await site.createMember(FREE);
      expect((await upload(cookie)).statusCode).toBe(200);
      expect((await upload(cookie)).statusCode).toBe(429);
      await site.run("update photos set unused_since = null where user_id = $1", [userId]);
      expect((await upload(cookie)).statusCode).toBe(200);
    });
  });

  it("are limited per network across concurrent accounts", async () => {
    const networkBytes = 3 * (Math.ceil(photoBytes / 1000) * 1000);
    await withQuota({ networkBytes }, async (upload) => {
      const cookies = await createCookies(6);
      const responses = await Promise.all(cookies.map((cookie) => upload(cookie)));
      expect(statusesOf(responses)).toEqual([200, 200, 200, 429, 429, 429]);
      const [cookie = ""] = cookies;
      expect((await upload(cookie)).headers["retry-after"]).toBeDefined();
      expect((await upload(cookie, "10.0.0.2")).statusCode).toBe(200);
      expect((await upload((await site.createMember()).cookie)).statusCode).toBe(200);
    });
  });

  it("are limited per IPv6 /48, which has ten times the quota", async () => {
    const networkBytes = Math.ceil(photoBytes / 1000) * 1000;
    await withQuota({ networkBytes }, async (upload) => {
      const cookies = await createCookies(11);
      const statuses: number[] = [];
      for (const [n, cookie] of cookies.entries()) {
        statuses.push((await upload(cookie, `2001:db8:1:${n}::1`)).statusCode);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    });
  });

  it("are limited in total across concurrent networks", async () => {
    await withQuota({ totalBytes: 3 * photoBytes }, async (upload) => {
      const cookies = await createCookies(6);
      const responses = await Promise.all(
        cookies.map((cookie, n) => upload(cookie, `10.0.${n}.1`)),
      );
      expect(statusesOf(responses)).toEqual([200, 200, 200, 429, 429, 429]);
      expect((await upload((await site.createMember()).cookie)).statusCode).toBe(200);
      expect(await site.run("select from photos where user_id is not null")).toHaveLength(4);
    });
  });

  it.each([
    ["in total", { totalBytes: 3000 }],
    ["per network", { networkBytes: 3000 }],
  ])("are limited %s when they are stored concurrently", async (_what, limit) => {
    const quota = { ...PHOTO_QUOTA, ...limit };
    const users = await Promise.all(Array.from({ length: 8 }, () => createUser(site.db, FREE)));
    for (let round = 0; round < 5; round++) {
      await site.run("delete from photos");
      await site.run("delete from tries");
      const stored = users.map(({ id: userId }) =>
        site.db.transaction().execute(async (tx) => {
          await lockUser(tx, userId);
          await claimPhotoQuota(
            tx,
            { userId, bytes: 1000 },
            { address: "10.0.0.1", config },
            quota,
          );
          await insertPhoto(tx, { id: randomUUID(), userId, width: 4, height: 3, bytes: 1000 });
        }),
      );
      const refused = (await Promise.allSettled(stored)).filter(
        ({ status }) => status === "rejected",
      );
      expect(refused).toHaveLength(5);
      expect(refused).toMatchObject(Array(5).fill({ reason: { code: "TOO_MANY_REQUESTS" } }));
    }
  });

  it("still count after their account is erased", async () => {
    const erased = await createUser(site.db, FREE);
    await site.run(
      "insert into photos (id, user_id, width, height, bytes) values ($1, $2, 4, 3, $3)",
      [randomUUID(), erased.id, photoBytes],
    );
    await site.run("update photos set user_id = null");
    await withQuota({ totalBytes: photoBytes }, async (upload) => {
      const cookie = await signInAs(site.db, (await createUser(site.db, FREE)).id);
      expect((await upload(cookie)).statusCode).toBe(429);
    });
  });
});

it("refuses photos while the disk has less free space than its reserve", async () => {
  const app = await buildTestApp(site.db, {
    uploadLimits: { reserveBytes: Number.MAX_SAFE_INTEGER },
  });
  const { userId, cookie } = await site.createMember();
  const headers = { ...body.headers, cookie };
  const response = await app.inject({
    method: "POST",
    url: UPLOAD,
    headers,
    payload: body.payload,
  });
  expect([response.statusCode, response.json().code]).toEqual([507, "STORAGE_FULL"]);
  expect(await site.countAttempts(userId)).toBe(0);
  await app.close();
});
