import { test } from "../page.ts";
import type { State } from "../states/state.ts";
import { expectAccessible, expectContrast, type LowestContrast } from "./accessibility.ts";
import { expectNoSidewaysScroll, zoomTwice } from "./layout.ts";
import { expectStill } from "./motion.ts";

const SMALLEST_WIDTH = 320;
const DESKTOP = { width: 1280, height: 900 };

/** Declares the test of what holds in every state; one visit for all of it, since opening takes longest. */
export function testState(state: State): void {
  test.describe(state.name, () => {
    test.use({
      expectedStatuses: state.statuses ?? [],
      expectedFailures: state.failures ?? [],
    });

    test("can be read by everyone, in light and dark, small and enlarged", async ({ page }) => {
      await state.open(page);
      // At once, or a colour is measured on its way from the other scheme's.
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      note("light", await expectAccessible(page));
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      note("dark", await expectContrast(page));
      await expectStill(page);
      await page.setViewportSize({ width: SMALLEST_WIDTH, height: 640 });
      await expectNoSidewaysScroll(page, SMALLEST_WIDTH);
      await zoomTwice(page, DESKTOP);
      await expectNoSidewaysScroll(page, DESKTOP.width / 2);
    });
  });
}

function note(scheme: string, { text, large }: LowestContrast): void {
  test.info().annotations.push({
    type: `lowest contrast, ${scheme}`,
    description: `${text.toFixed(2)}, large text ${large.toFixed(2)}`,
  });
}
