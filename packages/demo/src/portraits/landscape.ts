import type { Random } from "../random.ts";
import type { Color } from "./color.ts";
import { d, type Point, polyline, round, spline } from "./geometry.ts";
import { ellipse, path } from "./svg.ts";

export function disc(x: number, y: number, radius: number, fill: Color): string {
  return ellipse({ x, y, rx: radius }, fill);
}

/** Draws rolling ground from a crest at about `y` to the bottom of the picture. */
export function hill(y: number, swing: number, fill: Color, random: Random, bends = 5): string {
  const crest: Point[] = [];
  for (let i = 0; i <= bends; i++) {
    crest.push([(i * 1400) / bends - 100, y + (random() - 0.5) * swing * 2]);
  }
  return path(`M-100 900L${polyline(spline(crest, { closed: false }))}L1300 900Z`, fill);
}

/** Draws a mountain range whose valleys are at about `y`. */
export function ridge(y: number, swing: number, fill: Color, random: Random, summits = 8): string {
  const width = 1300 / summits;
  let crest = d`M-50 900L-50 ${y}`;
  for (let x = -50, i = 0; i < summits; i++, x += width) {
    crest += d`L${x + width * (0.4 + random() * 0.2)} ${y - swing * (0.5 + random())}`;
    crest += d`L${x + width} ${y + (random() - 0.5) * swing * 0.4}`;
  }
  return path(`${crest}L1300 900Z`, fill);
}

/** Draws a conifer with four tiers whose base is at (x, y). */
export function pine(x: number, y: number, height: number, fill: Color): string {
  let tiers = "";
  for (let i = 0; i < 4; i++) {
    const half = height * (0.1 + i * 0.055);
    const top = y - height + i * height * 0.2;
    tiers += d`M${x} ${top}L${x + half} ${top + height * 0.34}L${x - half} ${top + height * 0.34}Z`;
  }
  return path(`${tiers}M${round(x - 4)} ${round(y - 10)}h8v30h-8Z`, fill);
}
