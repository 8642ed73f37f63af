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

// On phones and desktops, since the header and the filters have other controls there.
test("shows the focus at every Tab stop from the top to the end of every page", async ({
  page,
}) => {
  for (const path of PATHS) {
    await page.goto(path);
    await untilHydrated(page);
    await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "Contact" }));
  }
});
