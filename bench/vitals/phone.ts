import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { getBrowser } from "@studbook/chromium/test/browser";

/** Lighthouse's phone and slow 4G, applied by DevTools instead of simulated: for every request and the whole processor. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const BITS = 1024 / 8;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1638.4 * BITS,
  uploadThroughput: 675 * BITS,
};
const CPU_SLOWDOWN = 4;

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch(await getBrowser());
}

/** Opens a tab of a slow phone with an empty cache, for the duration of `work`. */
export async function withPhone<T>(
  browser: Browser,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_4G);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    return await work(page, session);
  } finally {
    await context.close();
  }
}
