import type { Page } from "@playwright/test";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { tabTo } from "../checks/focus.ts";
import { PHONE, test, untilHydrated } from "../page.ts";

const PATHS = [
  "/",
  "/search?breed=Beagle",
  "/search?breed=Other&state=WY",
  `/ad/${SAMPLE_AD_IDS[0]}`,
  "/contact",
  "/privacy",
  "/no/such/page",
];

test.use({ expectedStatuses: [404] });

/** If they load later, they move what is focused below them out of the window. */
async function loadRelatedAds(page: Page): Promise<void> {
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("heading", { name: "Similar studs" }).waitFor();
}

// The headers and filters of the two devices have different controls.
for (const [device, options, details] of [
  ["phone", PHONE, {}],
  ["desktop", {}, { tag: "@deep" }],
] as const) {
  test.describe(`on a ${device}`, details, () => {
    test.use(options);

    test("the focus is visible at every Tab stop of every page", async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        await untilHydrated(page);
        if (path.startsWith("/ad/")) await loadRelatedAds(page);
        await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "Contact" }));
      }
    });
  });
}
