import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
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

const KEY_FACTS = ["$1,200", "AKC SR81234503", "Yes, 3 litters", "Natural, chilled semen shipped"];

test("the print sheet of a full record has at most two pages, with the key facts on the first", async ({
  page,
}) => {
  await openPage(page, `/ad/${SAMPLE_AD_IDS[0]}`);
  await page.getByRole("link", { name: "Print sheet" }).click();
  const code = page.getByRole("img", { name: new RegExp(`QR code of .*${SAMPLE_AD_IDS[0]}`) });
  await expect(code).toBeVisible();
  await page.waitForLoadState("networkidle");
  for (const [format, height] of [
    ["Letter", 11 * 96],
    ["A4", 11.69 * 96],
  ] as const) {
    const pdf = await page.pdf({ format, preferCSSPageSize: true });
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length, format).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: "print" });
    const bottom = height - 22 * (96 / 25.4);
    for (const fact of KEY_FACTS) {
      const box = await page.getByText(fact, { exact: true }).first().boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0), fact).toBeLessThan(bottom);
    }
    await page.emulateMedia({ media: null });
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
});
