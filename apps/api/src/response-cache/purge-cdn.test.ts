import { createServer, type Server } from "node:http";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { z } from "@studbook/domain/schemas/z";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { testConfig } from "../../test/test-app.ts";
import { type OpenResponseCache, openResponseCache } from "./open-response-cache.ts";

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000 };
const Purge = z.object({ surrogate_keys: z.array(z.string()) });

let test: TestDb;
let cdn: Server;
let opened: OpenResponseCache | undefined;
let status = 200;
let purged: string[] = [];
let secrets: unknown[] = [];

beforeAll(async () => {
  test = await createTestDb();
  cdn = createServer(async (request, response) => {
    const { surrogate_keys: keys } = Purge.parse(JSON.parse(await readText(request)));
    expect(request.headers["surrogate-key"]).toBe(keys.join(" "));
    secrets.push(request.headers["cdn-secret"]);
    if (status === 200) purged.push(...keys);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, "127.0.0.1", resolve));
  const address = cdn.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const config = {
    ...testConfig(),
    database: { ...testConfig().database, directUrl: test.url },
    cdn: {
      url: `http://127.0.0.1:${port}/purge`,
      header: { name: "CDN-Secret", value: "secret" },
    },
  };
  opened = openResponseCache(config, pino({ level: "silent" }));
});
afterAll(async () => {
  await opened?.close();
  cdn.close();
  await test.drop();
});
beforeEach(() => {
  status = 200;
  secrets = [];
});

async function readText(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function addAd() {
  const { id: userId } = await createUser(test.db);
  return await createAd(test.db, userId, { breed: "Poodle (Toy)", state: "TX" });
}

it("purges everything when the server starts", async () => {
  await opened?.cache.freshness.catchUp();
  await vi.waitFor(() => expect(purged).toContain("studbook"), WAIT);
});

it("purges what a change has touched, with the CDN's secret", async () => {
  purged = [];
  const { id, userId } = await addAd();
  await vi.waitFor(() => expect(purged).toContain(`ad-${id}`), WAIT);
  const lists = ["poodle-toy-tx", "poodle-toy-any", "any-tx", "any-any"].map(
    (key) => `list-${key}`,
  );
  expect(purged.toSorted()).toEqual([`ad-${id}`, `owner-${userId}`, ...lists].toSorted());
  expect(secrets).toEqual(["secret"]);
});

it("purges an ad that has ended, although nobody asks for it", async () => {
  const { id, userId } = await addAd();
  await test.run(
    "update users set membership_expires_at = studbook_now() + interval '2 s' where id = $1",
    [userId],
  );
  await opened?.cache.freshness.catchUp();
  await vi.waitFor(() => expect(purged).toContain(`ad-${id}`), WAIT);
  purged = [];
  await vi.waitFor(() => expect(purged).toContain(`ad-${id}`), WAIT);
});

it("tries again if the CDN fails", async () => {
  status = 500;
  purged = [];
  const { id } = await addAd();
  await vi.waitFor(() => expect(secrets.length).toBeGreaterThan(0), WAIT);
  status = 200;
  await vi.waitFor(() => expect(purged).toContain(`ad-${id}`), WAIT);
});

it("purges everything instead of hundreds of keys", async () => {
  purged = [];
  const { id: userId } = await createUser(test.db);
  await test.run(
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images, owner_name, owner_email)
     select $1, 'Rex', 'Akita', 'OH', '2022-01-01', 1, 'x', '{}', 'x', 'x@example.com' from generate_series(1, 300)`,
    [userId],
  );
  await vi.waitFor(() => expect(purged).toEqual(["studbook"]), WAIT);
});
