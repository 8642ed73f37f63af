import { expect, type Page } from "@playwright/test";
import { blend, contrastRatio, type Rgb } from "@studbook/ui/test/color";
import sharp from "sharp";

/** The opacity is 0 to 1. */
type Paint = { color: Rgb; opacity: number };

type MeasuredText = { target: string; ratio: number };
type Box = { x: number; y: number; width: number; height: number };
type ShownText = { target: string; box: Box; color: string };

/**
 * Waits until every `<picture>` shows its source for the current color scheme and width. After a change of these, the
 * browser shows the old source, and `decode()` resolves, until the new one has loaded.
 */
export async function untilPicturesAreCurrent(page: Page): Promise<void> {
  const listOutdated = () =>
    page.evaluate(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>("picture > img")];
      const isOutdated = (image: HTMLImageElement) => {
        const sources = image.parentElement?.querySelectorAll("source") ?? [];
        const source = [...sources].find(({ media }) => matchMedia(media).matches);
        const srcset = source?.srcset || image.srcset || image.src;
        const candidates = srcset.split(",").map((text) => text.trim().split(/\s/)[0] ?? "");
        return !candidates.some((url) => new URL(url, location.href).href === image.currentSrc);
      };
      return pictures.filter(isOutdated).map(({ currentSrc }) => currentSrc);
    });
  await expect.poll(listOutdated, "Outdated sources of pictures").toEqual([]);
}

/**
 * Returns the lowest contrast ratio (WCAG 2, 1 to 21) between the color of each text and any pixel behind it. `targets`
 * are selectors. Skips decorative texts and those under an overlay. Scrolls.
 */
export async function measureContrastOverPictures(
  page: Page,
  targets: readonly string[],
): Promise<MeasuredText[]> {
  const measured: MeasuredText[] = [];
  let [next, ...others] = targets;
  while (next !== undefined) {
    const shown = await showTexts(page, next, others);
    measured.push(...(await measureShown(page, shown)));
    const seen = new Set(shown.map(({ target }) => target));
    [next, ...others] = others.filter((target) => !seen.has(target));
  }
  return measured;
}

/**
 * Scrolls to the first text, waits for the pictures there, and returns it with the other texts that are visible at that
 * position. Returns no texts if the first is decorative or covered.
 */
function showTexts(page: Page, first: string, others: readonly string[]): Promise<ShownText[]> {
  return page.evaluate(
    async ([first, ...others]) => {
      const find = (target: string) => {
        const element = document.querySelector(target);
        if (!element) throw new Error(`No element matches ${target}`);
        return element;
      };
      const isSeen = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && element.contains(top);
      };
      /** Returns the box of its own text, since child elements may have other colors or positions. */
      const findText = (element: Element): DOMRect => {
        const texts = [...element.childNodes].filter(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const first = texts.at(0);
        const last = texts.at(-1);
        if (!first || !last) throw new Error(`No text in ${element.outerHTML}`);
        const range = document.createRange();
        range.setStartBefore(first);
        range.setEndAfter(last);
        return range.getBoundingClientRect();
      };
      const isInSight = ({ left, top, right, bottom }: DOMRect) =>
        right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
      const isInWindow = ({ left, top, right, bottom }: DOMRect) =>
        left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
      const describe = (target: string) => {
        const element = find(target);
        const { x, y, width, height } = findText(element);
        return { target, box: { x, y, width, height }, color: getComputedStyle(element).color };
      };

      const isDecorative = (target: string) => find(target).closest("[aria-hidden=true]") !== null;
      if (first === undefined || isDecorative(first)) return [];
      // The center is clear of the sticky header.
      find(first).scrollIntoView({ block: "center", behavior: "instant" });
      if (!isSeen(find(first))) return [];
      const pictures = [...document.images].filter((image) =>
        isInSight(image.getBoundingClientRect()),
      );
      // A state may show a picture that fails to load.
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
      const visible = others.filter((target) => {
        if (isDecorative(target) || !isSeen(find(target))) return false;
        return isInWindow(findText(find(target)));
      });
      return [first, ...visible].map(describe);
    },
    [first, ...others],
  );
}

async function measureShown(page: Page, texts: readonly ShownText[]): Promise<MeasuredText[]> {
  if (texts.length === 0) return [];
  const setColor = (color: string) =>
    setColors(
      page,
      texts.map(({ target }) => target),
      color,
    );
  await setColor("transparent");
  const screenshot = sharp(await page.screenshot({ animations: "disabled" }));
  await setColor("");
  const { width, height } = await screenshot.metadata();
  const scale = width / (await page.evaluate(() => window.innerWidth));
  return Promise.all(
    texts.map(async ({ target, box, color }) => {
      const left = Math.max(0, Math.floor(box.x * scale));
      const top = Math.max(0, Math.floor(box.y * scale));
      const right = Math.min(width, Math.ceil((box.x + box.width) * scale));
      const bottom = Math.min(height, Math.ceil((box.y + box.height) * scale));
      const behind = await screenshot
        .clone()
        .extract({ left, top, width: right - left, height: bottom - top })
        .removeAlpha()
        .raw()
        .toBuffer();
      return { target, ratio: getLowestContrast(await readColor(page, color), behind) };
    }),
  );
}

/** Returns the lowest contrast ratio between a paint and these pixels of three bytes each. */
function getLowestContrast(paint: Paint, pixels: Buffer): number {
  let lowest = 21;
  for (let at = 0; at < pixels.length; at += 3) {
    const behind: Rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    lowest = Math.min(lowest, contrastRatio(blend(paint.color, behind, paint.opacity), behind));
  }
  return lowest;
}

/** Sets the text color through the DOM, since the page's policy forbids style elements and attributes. */
function setColors(page: Page, targets: readonly string[], color: string): Promise<void> {
  return page.evaluate(
    ({ targets, color }) => {
      for (const element of targets.map((target) => document.querySelector(target))) {
        if (element instanceof HTMLElement || element instanceof SVGElement)
          element.style.color = color;
      }
    },
    { targets, color },
  );
}

/** Converts any CSS color. */
async function readColor(page: Page, color: string): Promise<Paint> {
  return page.evaluate((css) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("The browser has no 2D canvas");
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data;
    return { color: [red, green, blue] satisfies Rgb, opacity: alpha / 255 };
  }, color);
}
