import { expect, test } from "../../page.ts";

for (const width of [1920, 2560]) {
  test(`the home page shows its whole picture in a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1080 });
    await page.goto("/");
    const picture = page.locator("main picture img");
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
    const [shown, natural] = await picture.evaluate((img: HTMLImageElement) => [
      img.clientWidth / img.clientHeight,
      img.naturalWidth / img.naturalHeight,
    ]);
    expect(shown).toBeCloseTo(natural ?? 0, 2);
  });
}
