import type { Page } from "@playwright/test";

/** Resolves when the fonts and all photos of the page are loaded, including the lazy photos. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].map((image) => {
        image.loading = "eager";
        // A page may show a photo that fails to load.
        return image.decode().catch(() => undefined);
      }),
    );
  });
}
