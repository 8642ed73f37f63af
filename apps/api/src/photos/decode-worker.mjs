// @ts-check
// Started by decoder.ts. Untrusted images are decoded only here. Plain JavaScript, because stripping types would cost
// this process 15 MB.
import { once } from "node:events";
import sharp from "sharp";
import { makeWebpFiles } from "./make-webp-files.mjs";

// A decode can allocate 10 MB in 20 ms.
const WATCH_MS = 5;

// libvips reads SVG, PDF and more by default; only these two loaders may ever see an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
sharp.concurrency(1);
sharp.cache(false);

// The server decides when this process ends, even if both receive the same signal.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", die);

process.on("message", async (/** @type {import("./decoder.ts").DecodeJob} */ job) => {
  const original = await read(job.bytes);
  const watch = watchCost(job);
  try {
    const photo = await makeWebpFiles(original, job);
    reply({ photo, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    reply({ refused: "broken", why: String(error) });
  } finally {
    clearInterval(watch);
  }
});
reply({ ready: true });

/** @param {number} bytes */
async function read(bytes) {
  const data = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const chunk = process.stdin.read();
    if (chunk) filled += chunk.copy(data, filled);
    else await once(process.stdin, "readable");
  }
  return data;
}

/**
 * Kills this process when decoding costs too much, because sharp's threads cannot be stopped individually.
 *
 * @param {{ cpuMs: number, maxRssBytes: number }} limits
 */
function watchCost({ cpuMs, maxRssBytes }) {
  const start = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if (user + system <= cpuMs * 1000 && process.memoryUsage.rss() <= maxRssBytes) return;
    reply({ refused: "costly" }, die);
  }, WATCH_MS);
}

/**
 * @param {unknown} message
 * @param {() => void} onSent
 */
function reply(message, onSent = () => {}) {
  process.send?.(message, onSent);
}

// process.exit() would wait for the decoding thread.
function die() {
  process.kill(process.pid, "SIGKILL");
}
