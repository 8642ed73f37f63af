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

// The headers and filters of the two devices have different controls.
for (const [device, options] of [
  ["phone", PHONE],
  ["desktop", {}],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use(options);

    test("the focus is visible at every Tab stop of every page", async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        await untilHydrated(page);
        await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "Contact" }));
      }
    });
  });
}
