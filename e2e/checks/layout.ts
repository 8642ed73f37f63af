import { expect, type Page } from "@playwright/test";

/** Asserts that nothing overflows a window of this width in CSS pixels sideways. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const found = await page.evaluate(() => ({
    width: window.innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    cut: [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        // Long values scroll inside their controls.
        const isControl = element.closest("select, input, [aria-hidden=true]") !== null;
        if (overflowX === "visible" || isControl) return false;
        // Text for screen readers is hidden in one square pixel.
        return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  }));
  expect(found).toEqual({ width, scrollWidth: width, cut: [] });
}

/** Shows the page as in a window of this size at 200% zoom: half the CSS pixels at twice the density. */
export async function zoomTo200Percent(page: Page, size: { width: number; height: number }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: size.width / 2,
    height: size.height / 2,
    deviceScaleFactor: 2,
    mobile: false,
  });
}
