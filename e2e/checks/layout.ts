import { expect, type Page } from "@playwright/test";

/** Asserts that nothing overflows a window of this width in CSS pixels sideways. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const found = await page.evaluate(() => ({
    width: window.innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    cut: [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowX, scrollSnapType } = getComputedStyle(element);
        // Long values scroll inside their controls, and cards in their strip.
        const isControl = element.closest("select, input, [aria-hidden=true]") !== null;
        const isStrip = scrollSnapType.startsWith("x");
        if (overflowX === "visible" || isControl || isStrip) return false;
        // Text for screen readers is hidden in one square pixel.
        return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  }));
  expect(found).toEqual({ width, scrollWidth: width, cut: [] });
}

/** Asserts that text of twice the size fits a phone: nothing overflows sideways or is cut off. */
export async function expectLargeTextFits(page: Page, width: number): Promise<void> {
  await setTextSize(page, "200%");
  await expectNoSidewaysScroll(page, width);
  const cut = await page.evaluate((tolerance) => {
    const elements = [...document.querySelectorAll("main *, header *, [role=alertdialog] *")];
    return elements
      .filter((element) => {
        const isHiding = getComputedStyle(element).overflowY === "hidden";
        const isControl = element.closest("select, input, [aria-hidden=true]") !== null;
        if (!isHiding || isControl || element.clientHeight <= 1) return false;
        return element.scrollHeight > element.clientHeight + tolerance;
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, LINE_TOLERANCE);
  expect(cut).toEqual([]);
  await setTextSize(page, "");
}

/**
 * Asserts that the buttons of the open dialog are inside a window of a width in CSS pixels, and with text of twice the size in
 * that of a phone.
 */
export async function expectDialogFits(page: Page, width: number, phoneWidth: number) {
  await page.setViewportSize({ width, height: 2 * width });
  await expectButtonsInside(page);
  await page.setViewportSize({ width: phoneWidth, height: 2 * phoneWidth });
  await setTextSize(page, "200%");
  await expectButtonsInside(page);
  await setTextSize(page, "");
}

async function expectButtonsInside(page: Page): Promise<void> {
  for (const button of await page.getByRole("dialog").getByRole("button").all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
}

/** The ends of letters may reach a little beyond a line. */
const LINE_TOLERANCE = 10;

/** As a browser's setting for the size of text does. */
function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
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
