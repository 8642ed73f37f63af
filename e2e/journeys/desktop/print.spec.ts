import { expect, openPage, test } from "../../page.ts";
import { alterAd, getAd } from "../../states/state.ts";

const SENTENCE =
  "A calm and steady dog with a strong record in the field, at home with children too. ";
const DESCRIPTIONS = {
  paragraphs: `${SENTENCE.repeat(3).slice(0, 248)}\n\n`.repeat(6),
  lines: `${SENTENCE.slice(0, 74)}\n`.repeat(20),
};
const MARGIN = "0.4in";

test("an ad of 1,500 characters with three photos prints on one page, contact included", async ({
  page,
}) => {
  const { dogName, images, breed, state } = await getAd(page, (ad) => ad.images.length === 3);
  let description = "";
  await alterAd(page, ({ record: _record, ...ad }) => ({ ...ad, dogName, images, description }));
  for (const [name, text] of Object.entries(DESCRIPTIONS)) {
    description = text;
    expect(description.length).toBe(1500);
    await openPage(page, `/search?${new URLSearchParams({ breed, state })}`);
    await page.getByRole("link", { name: `View Details of ${dogName}` }).click();
    await expect(page.getByRole("heading", { name: `About ${dogName}` })).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const format of ["Letter", "A4"] as const) {
      const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
      const pdf = await page.pdf({ format, margin });
      const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g);
      expect(pages, `${name} on ${format}`).toHaveLength(1);
    }
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible();
  for (const photo of await page.getByRole("main").getByRole("img").all()) {
    await expect(photo).toBeVisible();
  }
  for (const control of [page.getByRole("contentinfo"), page.getByText("Back to Search")]) {
    await expect(control).toBeHidden();
  }
});
