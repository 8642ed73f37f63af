import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { tabTo } from "../checks/focus.ts";
import { test, untilHydrated } from "../page.ts";

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

// Runs on both devices, since their headers and filters have different controls.
test("the focus is visible at every Tab stop of every page", async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    await untilHydrated(page);
    await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "Contact" }));
  }
});
