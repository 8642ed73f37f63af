import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

type Rgb = [red: number, green: number, blue: number];

/**
 * The lowest contrast ratio (WCAG 2, 1 to 21) between a text's colour and any pixel that is drawn
 * behind it, for texts over pictures.
 */
export async function measureContrastOverPicture(page: Page, text: Locator): Promise<number> {
  const { clip, color } = await text.evaluate((element) => {
    // Its own text alone: other elements in it have colours of their own, or lie elsewhere.
    const texts = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const [first, last] = [texts.at(0), texts.at(-1)];
    if (!first || !last) throw new Error(`No text in ${element.outerHTML}`);
    const range = document.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    // Clear of the header, which stays at the top of the window.
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = range.getBoundingClientRect();
    return {
      clip: { x, y, width, height },
      color: getComputedStyle(element).color,
    };
  });
  await setColor(text, "transparent");
  const picture = await page.screenshot({ clip, animations: "disabled" });
  await setColor(text, "");

  const paint = await readColor(page, color);
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let lowest = 21;
  for (let at = 0; at < data.length; at += 3) {
    const behind: Rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
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
async function setColor(text: Locator, color: string): Promise<void> {
  await text.evaluate((element, value) => {
    if (element instanceof HTMLElement || element instanceof SVGElement)
      element.style.color = value;
  }, color);
}

/** Red, green, blue (0 to 255) and alpha (0 to 1) of any CSS colour. */
async function readColor(page: Page, color: string): Promise<{ rgb: Rgb; alpha: number }> {
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
