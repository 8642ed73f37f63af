import { coatOutline } from "../coat.ts";
import { lighten, SHADOW } from "../color.ts";
import { d, type Point } from "../geometry.ts";
import { ellipse, path, planes, ring, stroke } from "../svg.ts";
import { NAPE_X, type Sitter } from "./sitter.ts";

const NECK: readonly Point[] = [
  [NAPE_X + 60, -60],
  [NAPE_X - 10, 60],
  [NAPE_X - 70, 220],
  [NAPE_X - 190, 400],
  [NAPE_X - 330, 700],
  [240, 760],
  [150, 470],
  [72, 300],
  [34, 180],
  [0, 100],
];

const CHEST: readonly Point[] = [
  [20, 170],
  [80, 300],
  [190, 480],
  [270, 780],
  [-60, 780],
  [-70, 420],
  [-30, 260],
];

const SADDLE: readonly Point[] = [
  [NAPE_X, -40],
  [NAPE_X + 60, 140],
  [NAPE_X + 20, 340],
  [-60, 800],
  [-700, 800],
  [-500, 200],
];

/** Draws neck and shoulder with their markings and the shadow of the jaw. */
export function drawBody({ pen, shape, colors, markings, bodyCoat }: Sitter): string {
  const { random } = pen;
  let inside = "";
  if (colors.chest)
    inside += path(coatOutline(CHEST, bodyCoat, random, { scale: 1.2 }), colors.chest);
  if (markings.saddle) inside += path(coatOutline(SADDLE, bodyCoat, random), markings.saddle);
  for (let i = 0; markings.spots && i < 22; i++) {
    const rx = 12 + random() * 24;
    const at = { x: -420 + random() * 600, y: 150 + random() * 480 };
    inside += ellipse({ ...at, rx, ry: rx * 0.8 }, markings.spots);
  }
  for (let i = 0; markings.ticks && i < 200; i++) {
    const at = { x: -450 + random() * 650, y: 150 + random() * 480 };
    inside += ellipse({ ...at, rx: 3 + random() * 5 }, markings.ticks, { opacity: 0.7 });
  }
  const jaw = d`M${shape.muzzleLength} 130Q-20 250 ${NAPE_X + 10} 110L-40 330Q60 330 160 420Z`;
  inside += path(jaw, SHADOW, { opacity: 0.2 });
  inside += path("M60 220Q20 420 90 800H400V220Z", SHADOW, { opacity: 0.12 });
  const outline = coatOutline(NECK, bodyCoat, random, { scale: 1.35 });
  return planes(pen, outline, colors.body, { dx: -22, dy: -8, inside });
}

/** Draws a leather collar with a brass tag. */
export function drawCollar({ portrait, colors }: Sitter): string {
  if (portrait.noCollar) return "";
  const leather = d`M${NAPE_X - 52} 196Q-60 330 66 262L78 296Q-50 376 ${NAPE_X - 70} 236Z`;
  const seam = d`M${NAPE_X - 56} 206Q-60 342 69 272`;
  return (
    path(leather, colors.collar) +
    stroke(seam, lighten(colors.collar, 0.3), 3, {
      opacity: 0.7,
      "stroke-dasharray": "9 7",
      "stroke-linecap": "butt",
    }) +
    ellipse({ x: 40, y: 336, rx: 25 }, "#c9993f") +
    ring({ x: 40, y: 336, rx: 16 }, "#8f6723", 2.5) +
    ring({ x: 38, y: 304, rx: 8 }, "#b98a35", 5)
  );
}
