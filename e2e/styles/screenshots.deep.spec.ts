import { expect, STYLES, sharedContextTest as test } from "../page.ts";
import { settle } from "../photos/settle.ts";
import { SECTIONS } from "./sections.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

test.use(STYLES);

test.beforeEach(async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setScrollbarsHidden", { hidden: true });
});

test("the list of sections is complete", async ({ page }) => {
  await page.goto("/styles");
  const names = page.getByRole("list").first().getByRole("link");
  await expect(names).toHaveText(SECTIONS);
});

for (const section of SECTIONS) {
  test(`${section} looks like its screenshots`, async ({ page }) => {
    await page.goto(`/styles?section=${section}`);
    const shown = page.getByRole("region", { name: section, exact: true, includeHidden: true });
    await shown.waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        // These cover the whole page.
        const subject = ["dialog", "photo-viewer"].includes(section) ? page : shown;
        await expect.soft(subject).toHaveScreenshot(`${section}-${size.width}-${colorScheme}.png`);
      }
    }
  });
}
