import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { withPhone } from "./phone.ts";

const SETTLE_MS = 2000;

/** Saves what a slow phone shows while it loads a page: one JPEG per change, named after its milliseconds. */
export async function saveFilmstrip(browser: Browser, url: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await withPhone(browser, async (page, session) => {
    const writes: Promise<unknown>[] = [];
    let startedAt = 0;
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      const ms = Math.round((metadata.timestamp ?? 0) * 1000 - startedAt);
      const file = join(folder, `${String(Math.max(0, ms)).padStart(5, "0")}.jpg`);
      writes.push(writeFile(file, Buffer.from(data, "base64")));
      writes.push(session.send("Page.screencastFrameAck", { sessionId }));
    });
    await session.send("Page.startScreencast", { format: "jpeg", quality: 60, maxWidth: 412 });
    startedAt = Date.now();
    await page.goto(url);
    await page.waitForTimeout(SETTLE_MS);
    await session.send("Page.stopScreencast");
    await Promise.all(writes);
  });
}
