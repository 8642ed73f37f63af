import { randomInt } from "node:crypto";
import { lockUser, setUserActive } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import { beforeAll, describe, expect, it } from "vitest";
import { newAdFields, RACE_ROUNDS, signInAs } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

/** Enough for several to be inside the transaction at once. */
const CALLS = 12;

const site = useTestApp({ poolSize: 12 });
beforeAll(async () => {
  // A cold pool opens its connections one by one, so the calls would not run concurrently.
  await Promise.all(Array.from({ length: CALLS }, () => site.app.inject("/api/ads")));
});

const statusesOf = async (requests: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(requests)).map(({ statusCode }) => statusCode).sort();

const adCounts = async (userId: string) => {
  const { adCount } = await site.db
    .selectFrom("users")
    .select("adCount")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { stored } = await site.db
    .selectFrom("ads")
    .select(({ fn }) => fn.countAll<number>().as("stored"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return { adCount, stored };
};

describe("concurrent calls", () => {
  it("create one ad for a Basic member", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id } = await createUser(site.db, { membershipTier: "basic" });
      const cookie = await signInAs(site.db, id);
      const bodies = await Promise.all(
        Array.from({ length: CALLS }, () => newAdFields(site.db, id)),
      );
      const statuses = await statusesOf(
        bodies.map((payload) =>
          site.app.inject({ method: "POST", url: "/api/ads", headers: { cookie }, payload }),
        ),
      );
      expect(statuses).toEqual([201, ...Array(CALLS - 1).fill(403)]);
      expect(await adCounts(id)).toEqual({ adCount: 1, stored: 1 });
    }
  });

  it("use a photo in only one ad", async () => {
    const { id } = await createUser(site.db);
    const cookie = await signInAs(site.db, id);
    const payload = await newAdFields(site.db, id);
    const statuses = await statusesOf(
      Array.from({ length: 10 }, () =>
        site.app.inject({ method: "POST", url: "/api/ads", headers: { cookie }, payload }),
      ),
    );
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
  });

  it("delete an ad once", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id } = await createUser(site.db);
      const headers = { cookie: await signInAs(site.db, id) };
      const payload = await newAdFields(site.db, id);
      const ad = (
        await site.app.inject({ method: "POST", url: "/api/ads", headers, payload })
      ).json();
      const statuses = await statusesOf(
        Array.from({ length: CALLS }, () =>
          site.app.inject({ method: "DELETE", url: `/api/ads/${ad.id}`, headers }),
        ),
      );
      expect(statuses).toEqual([200, ...Array(CALLS - 1).fill(404)]);
      expect(await adCounts(id)).toEqual({ adCount: 0, stored: 0 });
    }
  });

  it("keep every adCount correct during random operations by 8 clients", async () => {
    const users = await Promise.all(
      (["basic", "premium", "premium", "basic"] as const).map(async (membershipTier) => {
        const { id } = await createUser(site.db, { membershipTier });
        return { id, cookie: await signInAs(site.db, id) };
      }),
    );
    const act = async () => {
      const user = users[randomInt(users.length)];
      if (!user) return;
      const headers = { cookie: user.cookie };
      if (randomInt(2) === 0) {
        const payload = await newAdFields(site.db, user.id);
        return void (await site.app.inject({ method: "POST", url: "/api/ads", headers, payload }));
      }
      const ads = (await site.app.inject({ url: "/api/my-ads?limit=5", headers })).json();
      const ad = ads[randomInt(5)];
      if (!ad) return;
      const url = `/api/ads/${ad.id}`;
      if (randomInt(3) > 0) return void (await site.app.inject({ method: "DELETE", url, headers }));
      await site.app.inject({ method: "PATCH", url, headers, payload: { state: "OH" } });
    };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 8 * RACE_ROUNDS; n++) await act();
      }),
    );
    for (const { id } of users) {
      const { adCount, stored } = await adCounts(id);
      expect(adCount).toBe(stored);
    }
  });
});

describe("a request that is admitted before its member is deactivated", () => {
  it.each(["create", "update", "delete", "info"] as const)(
    "changes nothing by %s",
    async (what) => {
      const { id } = await createUser(site.db);
      const headers = { cookie: await signInAs(site.db, id) };
      const payload = await newAdFields(site.db, id);
      const ad = (
        await site.app.inject({ method: "POST", url: "/api/ads", headers, payload })
      ).json();
      const more = await newAdFields(site.db, id);
      const requests = {
        create: { method: "POST", url: "/api/ads", headers, payload: more },
        update: { method: "PATCH", url: `/api/ads/${ad.id}`, headers, payload: { studFee: 1 } },
        delete: { method: "DELETE", url: `/api/ads/${ad.id}`, headers },
        info: { method: "PATCH", url: "/api/account/info", headers, payload: { firstName: "X" } },
      } as const;
      const request = requests[what];
      const before = await adCounts(id);

      const { waiting } = await site.db.transaction().execute(async (tx) => {
        await lockUser(tx, id);
        const waiting = site.app.inject(request);
        await untilWaitingForLock();
        await setUserActive(tx, id, false);
        return { waiting };
      });
      expect((await waiting).statusCode).toBe(401);
      expect(await adCounts(id)).toEqual(before);
      const stored = await site.db
        .selectFrom("ads")
        .select("studFee")
        .where("id", "=", ad.id)
        .executeTakeFirst();
      expect(stored?.studFee).toBe(payload.studFee);
    },
  );
});

async function untilWaitingForLock(): Promise<void> {
  for (;;) {
    const waiting = await site.countLockWaits();
    if (waiting > 0) return;
  }
}
