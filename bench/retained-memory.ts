import { once } from "node:events";
import { Agent, get } from "node:http";
import { buffer } from "node:stream/consumers";
import { call } from "./client.ts";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const METRICS_URL = process.env.METRICS_URL ?? "http://localhost:9464/metrics";
const REQUESTS = 300;
/** For comparison: a page with 24 ads has 118 KB of HTML. */
const MAX_KB = 20;
const SEARCH = `input=${encodeURIComponent('{"limit":24}')}`;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Measures how much old-generation memory a request of each kind retains until the next major GC. */
async function main(): Promise<void> {
  const { text } = await call(`${BASE_URL}/api/ads?limit=1`);
  const [ad]: { id: string; images: string[] }[] = JSON.parse(text);
  if (!ad) throw new Error("The server has no ads");
  const lists = ["/search", "/api/ads?limit=24", `/trpc/ads.search?${SEARCH}`];
  const paths = ["/", `/ad/${ad.id}`, ...lists, ...ad.images.slice(0, 1), "/livez", "/missing"];
  for (const path of paths) {
    await request(path, REQUESTS);
    const kilobytes = await measure(path);
    process.stdout.write(`${path}: ${kilobytes.toFixed(1)} KB\n`);
    if (kilobytes > MAX_KB) process.exitCode = 1;
  }
  agent.destroy();
}

/** Returns the KB per request, from a series of requests without a major GC. */
async function measure(path: string): Promise<number> {
  for (let round = 0; round < 10; round++) {
    const before = await readMemory();
    await request(path, REQUESTS);
    const after = await readMemory();
    if (after.collections === before.collections)
      return (after.bytes - before.bytes) / REQUESTS / 1000;
  }
  throw new Error(`Every series of ${REQUESTS} requests for ${path} had a major GC`);
}

async function request(path: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const [response] = await once(get(`${BASE_URL}${path}`, { agent }), "response");
    await buffer(response);
    if (response.statusCode === 429) throw new Error("Start the server with RATE_LIMITS=off");
  }
}

async function readMemory(): Promise<{ bytes: number; collections: number }> {
  const { text } = await call(METRICS_URL);
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    bytes: sum(/^nodejs_heap_space_size_used_bytes\{space="(?:old|large_object)"\} (\S+)/gm),
    collections: sum(/^nodejs_gc_duration_seconds_count\{kind="major"\} (\S+)/gm),
  };
}

await main();
