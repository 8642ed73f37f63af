import type { Page } from "@playwright/test";
import sharp from "sharp";

type Rgb = [red: number, green: number, blue: number];
type Paint = { rgb: Rgb; alpha: number };

export type MeasuredText = { target: string; ratio: number };

type Box = { x: number; y: number; width: number; height: number };
type ShownText = { target: string; box: Box; color: string };

/**
 * The lowest contrast ratio (WCAG 2, 1 to 21) between each text's colour and any pixel that is drawn
 * behind it, for texts over pictures. The targets are selectors; texts under an overlay and the
 * ornamental are left out. Scrolls.
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
 * Scrolls to the first text, if it is to be seen at all, waits for the pictures there, and tells which of the
 * other texts are in sight with it.
 */
function showTexts(page: Page, first: string, others: readonly string[]): Promise<ShownText[]> {
  return page.evaluate(
    async ([first, ...others]) => {
      const find = (target: string) => {
        const element = document.querySelector(target);
        if (!element) throw new Error(`There is no ${target}`);
        return element;
      };
      const isSeen = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && element.contains(top);
      };
      /** Where its own text is: other elements in it have colours of their own, or lie elsewhere. */
      const findText = (element: Element): DOMRect => {
        const texts = [...element.childNodes].filter(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const [first, last] = [texts.at(0), texts.at(-1)];
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
      const tell = (target: string) => {
        const element = find(target);
        const { x, y, width, height } = findText(element);
        return { target, box: { x, y, width, height }, color: getComputedStyle(element).color };
      };

      const isOrnament = (target: string) => find(target).closest("[aria-hidden=true]") !== null;
      if (first === undefined || isOrnament(first)) return [];
      // Clear of the header, which stays at the top of the window.
      find(first).scrollIntoView({ block: "center", behavior: "instant" });
      if (!isSeen(find(first))) return [];
      const pictures = [...document.images].filter((image) =>
        isInSight(image.getBoundingClientRect()),
      );
      // One that cannot be loaded is part of what is shown.
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
      const besides = others.filter((target) => {
        if (isOrnament(target) || !isSeen(find(target))) return false;
        return isInWindow(findText(find(target)));
      });
      return [first, ...besides].map(tell);
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
  const picture = sharp(await page.screenshot({ animations: "disabled" }));
  await setColor("");
  const { width, height } = await picture.metadata();
  const scale = width / (await page.evaluate(() => window.innerWidth));
  return Promise.all(
    texts.map(async ({ target, box, color }) => {
      const left = Math.max(0, Math.floor(box.x * scale));
      const top = Math.max(0, Math.floor(box.y * scale));
      const right = Math.min(width, Math.ceil((box.x + box.width) * scale));
      const bottom = Math.min(height, Math.ceil((box.y + box.height) * scale));
      const behind = await picture
        .clone()
        .extract({ left, top, width: right - left, height: bottom - top })
        .removeAlpha()
        .raw()
        .toBuffer();
      return { target, ratio: findLowest(await readColor(page, color), behind) };
    }),
  );
}

/** The lowest contrast ratio of a paint over these pixels, three bytes each. */
function findLowest(paint: Paint, pixels: Buffer): number {
  let lowest = 21;
  for (let at = 0; at < pixels.length; at += 3) {
    const behind: Rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    const drawn: Rgb = [
      mix(paint.rgb[0], behind[0], paint.alpha),
      mix(paint.rgb[1], behind[1], paint.alpha),
      mix(paint.rgb[2], behind[2], paint.alpha),
    ];
    lowest = Math.min(lowest, ratio(drawn, behind));
  }
  return lowest;
}

/** By way of the object model: the page's policy refuses style elements and attributes. */
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

/** Red, green, blue (0 to 255) and alpha (0 to 1) of any CSS colour. */
async function readColor(page: Page, color: string): Promise<Paint> {
  return page.evaluate((css) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("No canvas");
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  }, color);
}

const mix = (over: number, under: number, alpha: number) => over * alpha + under * (1 - alpha);

function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
