import { expect, it } from "vitest";
import { result, serve } from "../test/serve.ts";
import { createStudbookClient } from "./studbook-client.ts";

/** Serves three pages of two ads. The requests in `failAt`, counted from 0, get `page` instead, or a 503 by default. */
async function servePages({
  failAt = [],
  page: wrong,
}: {
  failAt?: number[];
  page?: unknown;
} = {}) {
  const requests: unknown[] = [];
  const baseUrl = await serve(({ url = "" }, response) => {
    const input = JSON.parse(new URL(url, "http://site").searchParams.get("input") ?? "null");
    const isFailing = failAt.includes(requests.push(input) - 1);
    if (isFailing && wrong) {
      response.writeHead(200, { "x-request-id": `r-${requests.length - 1}` });
      return response.end(result(wrong));
    }
    if (isFailing) {
      response.writeHead(503, { "retry-after": "1" });
      return response.end('{"error":"Please try again.","code":"BUSY"}');
    }
    const page = Number(input.cursor ?? 0);
    const items = [{ id: `${page}a` }, { id: `${page}b` }];
    const nextCursor = page < 2 ? String(page + 1) : null;
    return response.end(result({ items, total: 6, nextCursor }));
  });
  return { client: createStudbookClient({ baseUrl }), requests };
}

const ALL = ["0a", "0b", "1a", "1b", "2a", "2b"];

it("requests the next page of a search only after the previous one was consumed", async () => {
  const { client, requests } = await servePages();
  const found: string[] = [];
  for await (const { id } of client.searchAds({ breed: "Boxer" }, { pageSize: 2 })) {
    found.push(id);
    if (id === "1a") break;
  }
  expect(found).toEqual(["0a", "0b", "1a"]);
  expect(requests).toEqual([
    { breed: "Boxer", limit: 2 },
    { breed: "Boxer", limit: 2, cursor: "1" },
  ]);
  const all = await Array.fromAsync(client.searchAds());
  expect(all.map(({ id }) => id)).toEqual(ALL);
});

it("continues with the failed page in the next loop, and never reports an early end", async () => {
  const { client, requests } = await servePages({ failAt: [1, 2] });
  const ads = client.searchAds();
  const found: string[] = [];
  const errors: unknown[] = [];
  for (let isFinished = false; !isFinished; ) {
    try {
      for await (const { id } of ads) found.push(id);
      isFinished = true;
    } catch (error) {
      errors.push(error);
    }
  }
  expect(found).toEqual(ALL);
  expect(errors).toEqual([
    expect.objectContaining({ code: "BUSY", retryAfter: 1 }),
    expect.objectContaining({ code: "BUSY" }),
  ]);
  expect(requests).toHaveLength(5);
  expect(await ads.next()).toEqual({ done: true, value: undefined });
});

it.each([
  ["without nextCursor", { items: [], total: 6 }, "nextCursor"],
  ["with a nextCursor that is not text", { items: [], total: 6, nextCursor: 2 }, "nextCursor"],
  ["without ads", { items: null, total: 6, nextCursor: null }, "items"],
  ["with an ad that is null", { items: [null], total: 6, nextCursor: null }, "items"],
])("rejects a page %s, and requests it again in the next loop", async (_case, page, field) => {
  const { client, requests } = await servePages({ failAt: [1], page });
  const ads = client.searchAds();
  const found: string[] = [];
  const read = async () => {
    for await (const { id } of ads) found.push(id);
  };
  await expect(read()).rejects.toMatchObject({
    name: "StudbookError",
    code: "UNEXPECTED_ANSWER",
    status: 200,
    message: expect.stringContaining(
      `The response of ads.search has an invalid field \`${field}\``,
    ),
    requestId: "r-1",
  });
  await read();
  expect(found).toEqual(ALL);
  expect(requests).toHaveLength(4);
});

it("rejects after a loop was left early, even at the last ad", async () => {
  for (const last of ["0a", "2b"]) {
    const { client } = await servePages();
    const ads = client.searchAds();
    const saving = (async () => {
      for await (const { id } of ads) if (id === last) throw new Error("The disk is full");
    })();
    await expect(saving).rejects.toThrow("The disk is full");
    await expect(ads.next()).rejects.toThrow("left before its last ad");
  }
});

it("rejects each time once its signal is aborted", async () => {
  const { client, requests } = await servePages();
  const controller = new AbortController();
  const ads = client.searchAds({}, { signal: controller.signal });
  expect((await ads.next()).value).toMatchObject({ id: "0a" });
  controller.abort("no longer needed");
  for (let n = 0; n < 2; n++) await expect(ads.next()).rejects.toBe("no longer needed");
  expect(requests).toHaveLength(1);
});

it("returns each ad once to concurrent callers", async () => {
  const { client } = await servePages();
  const ads = client.searchAds();
  const results = await Promise.all(Array.from({ length: 8 }, () => ads.next()));
  expect(results.map(({ value }) => value?.id)).toEqual([...ALL, undefined, undefined]);
});
