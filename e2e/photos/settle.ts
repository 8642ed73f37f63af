import type { Page } from "@playwright/test";

/** Resolves when the page's fonts and all of its photos, the lazy ones too, can be drawn. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].map((image) => {
        image.loading = "eager";
        // A photo that cannot be loaded is part of what is shown.
        return image.decode().catch(() => undefined);
      }),
    );
  });
}
