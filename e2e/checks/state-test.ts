import { sharedContextTest as test } from "../page.ts";
import type { State } from "../states/state.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectLargeTextFits, expectNoSidewaysScroll, zoomTo200Percent } from "./layout.ts";
import { expectNoMotion } from "./motion.ts";

const SMALLEST_WIDTH = 320;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** The states that most visitors and owners see, and one of each page of an admin. */
const COMMON = new Set([
  "home",
  "search",
  "search-filtered",
  "search-empty",
  "ad",
  "ad-sample",
  "ad-not-found",
  "owner",
  "contact",
  "404",
  "menu",
  "signup-1",
  "signup-2",
  "login-errors",
  "account-basic",
  "account-edit-errors",
  "create-ad",
  "create-ad-health",
  "edit-ad",
  "my-ads",
  "my-ads-states",
  "admin-dashboard",
  "admin-users",
  "admin-audit",
  "admin-coupons",
]);

/**
 * Declares the test that every state must pass. It is one test because opening the state takes longest. `pnpm test` runs only
 * those of common states.
 */
export function testState(state: State): void {
  test.describe(state.name, COMMON.has(state.name) ? {} : { tag: "@deep" }, () => {
    test.use({
      expectedStatuses: state.statuses ?? [],
      expectedFailures: state.failures ?? [],
    });

    test("is accessible, still with reduced motion, and fits small and enlarged windows and large text", async ({
      page,
    }) => {
      await state.open(page);
      // Otherwise a color may be read while it changes.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page);
      await expectNoMotion(page);
      await page.setViewportSize({ width: SMALLEST_WIDTH, height: 640 });
      await expectNoSidewaysScroll(page, SMALLEST_WIDTH);
      await page.setViewportSize(PHONE);
      await expectLargeTextFits(page, PHONE.width);
      await zoomTo200Percent(page, DESKTOP);
      await expectNoSidewaysScroll(page, DESKTOP.width / 2);
    });
  });
}
