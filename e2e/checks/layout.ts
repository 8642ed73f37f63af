import { expect, type Page } from "@playwright/test";

/** Asserts that nothing reaches past the sides of a window this many CSS pixels wide. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const found = await page.evaluate(() => ({
    width: window.innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    cut: [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        // A long answer scrolls inside its own box.
        const isControl = element.closest("select, input, [aria-hidden=true]") !== null;
        if (overflowX === "visible" || isControl) return false;
        // One pixel square is how a text for screen readers alone is hidden.
        return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  }));
  expect(found).toEqual({ width, scrollWidth: width, cut: [] });
}

/** Shows the page as a window of these pixels does at 200% zoom: half the CSS pixels, twice as dense. */
export async function zoomTwice(page: Page, size: { width: number; height: number }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: size.width / 2,
    height: size.height / 2,
    deviceScaleFactor: 2,
    mobile: false,
  });
}
