import { expect, type Locator, type Page } from "@playwright/test";

const MAX_STOPS = 60;
const RING_PX = 3;

/**
 * Asserts that the focused element has a focus ring, is inside the window and is not covered. Between the processes of a
 * page and of Stripe's frame, the focus takes a moment to move.
 */
export async function expectFocusVisible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(listFocusFaults, RING_PX)).toEqual([]);
}

function listFocusFaults(ringPx: number): string[] {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return ["Nothing is focused"];
  // The focused element is in one of Stripe's frames.
  if (focused instanceof HTMLIFrameElement) return [];
  // The label of a radio button and the card of a link show the focus ring.
  const shown =
    focused instanceof HTMLInputElement ? (focused.closest("label") ?? focused) : focused;
  const rings = ["", "::after"]
    .map((part) => getComputedStyle(shown, part || null))
    .filter(({ outlineStyle }) => outlineStyle !== "none")
    .map(({ outlineWidth }) => Number.parseFloat(outlineWidth));
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const header = document.querySelector("header");
  const bar = header?.getBoundingClientRect().bottom ?? 0;
  const isAboveBar =
    header?.contains(shown) || shown.matches('a[href="#main"]') || shown.closest("[role=dialog]");
  const faults = {
    "has no focus ring": Math.max(0, ...rings) < ringPx,
    "is outside the window": left < 0 || right > innerWidth || top < 0 || bottom > innerHeight,
    "is covered": !hit || !(shown.contains(hit) || hit.contains(shown)),
    "is under the header": !isAboveBar && top < bar,
  };
  const name = `${shown.tagName} '${shown.textContent?.trim().slice(0, 40)}' of ${location.pathname}`;
  return Object.entries(faults)
    .filter(([, isFault]) => isFault)
    .map(([fault]) => `${name} ${fault}`);
}

/** Presses a key until `target` is focused. Asserts that the focus is visible at every stop. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key);
    await expectFocusVisible(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not focused within ${MAX_STOPS} stops`);
}
