// @ts-check
// Started by decoder.ts. Untrusted bytes are decoded here and nowhere else. Plain JavaScript, because stripping
// types would cost this process 15 MB.
import { once } from "node:events";
import sharp from "sharp";
import { makeWebpFiles } from "./make-webp-files.mjs";

// A decode may take 10 MB more in 20 ms.
const WATCH_MS = 5;

// libvips reads SVG, PDF and more by default; only these two loaders may ever see an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
sharp.concurrency(1);
sharp.cache(false);

// The server decides when this process ends, also when both are sent the same signal.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", die);

process.on("message", async (/** @type {import("./decoder.ts").DecodeJob} */ job) => {
  const original = await read(job.bytes);
  const watch = watchCost(job);
  try {
    const photo = await makeWebpFiles(original, job);
    answer({ photo, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    answer({ refused: "broken", why: String(error) });
  } finally {
    clearInterval(watch);
  }
});
answer({ ready: true });

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
 * Ends this process when the work costs too much: sharp works in threads, which cannot be ended by themselves.
 *
 * @param {{ cpuMs: number, maxRssBytes: number }} limits
 */
function watchCost({ cpuMs, maxRssBytes }) {
  const start = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if (user + system <= cpuMs * 1000 && process.memoryUsage.rss() <= maxRssBytes) return;
    answer({ refused: "costly" }, die);
  }, WATCH_MS);
}

/**
 * @param {unknown} message
 * @param {() => void} onSent
 */
function answer(message, onSent = () => {}) {
  process.send?.(message, onSent);
}

// Not process.exit(), which would wait for the thread that decodes.
function die() {
  process.kill(process.pid, "SIGKILL");
}
