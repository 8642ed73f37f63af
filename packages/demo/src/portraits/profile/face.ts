import { coatOutline } from "../coat.ts";
import { GLINT, INK, lighten, PUPIL, SHADOW } from "../color.ts";
import { d } from "../geometry.ts";
import { ellipse, path, planes, stroke } from "../svg.ts";
import { type Sitter, SKULL_LENGTH } from "./sitter.ts";

export function drawMouth({ shape: { muzzleLength: m, mouthY, lip } }: Sitter): string {
  const line =
    d`M${m - 4} ${mouthY + 6}Q${m * 0.92} ${mouthY + 32} ${m * 0.62} ${mouthY + 34 + lip * 0.6}` +
    d`Q${m * 0.36} ${mouthY + 30 + lip * 0.7} ${m * 0.2 + 12} ${mouthY + 22}`;
  return stroke(line, INK, 5.5, { opacity: 0.8 });
}

export function drawNose({ shape: { muzzleLength: m }, colors }: Sitter): string {
  const leather = d`M${m - 40} -2Q${m - 6} -10 ${m + 8} 12Q${m + 16} 40 ${m - 2} 58Q${m - 22} 52 ${m - 30} 36Q${m - 46} 22 ${m - 40} -2Z`;
  const nostril = d`M${m - 20} 22q18 -8 22 8q-14 8 -22 -8Z`;
  const shine = d`M${m - 30} 2Q${m - 10} -3 ${m} 8Q${m - 16} 6 ${m - 30} 2Z`;
  return (
    path(leather, colors.nose) +
    path(nostril, "#000000") +
    path(shine, "#ffffff", { opacity: 0.35 })
  );
}

export function drawBeard({ pen, portrait, shape, colors }: Sitter): string {
  if (!portrait.beard) return "";
  const { muzzleLength, mouthY, jawY } = shape;
  const outline = coatOutline(
    [
      [muzzleLength - 18, mouthY],
      [muzzleLength * 0.5, mouthY - 8],
      [24, mouthY + 14],
      [10, jawY + 30],
      [muzzleLength * 0.45, jawY + 66 * portrait.beard],
      [muzzleLength - 6, jawY + 54 * portrait.beard],
      [muzzleLength + 6, mouthY + 36],
    ],
    "wire",
    pen.random,
    { scale: 1.2 },
  );
  return planes(pen, outline, colors.beard ?? lighten(colors.coat, 0.35));
}

export function drawEye({ colors, markings }: Sitter): string {
  const lids = path("M-22 2Q-6 -18 16 -12Q24 -2 22 6Q2 16 -14 12Z", INK, {
    stroke: INK,
    "stroke-width": 5,
  });
  const brow = markings.brow ? ellipse({ x: 14, y: -36, rx: 15, ry: 9 }, markings.brow) : "";
  return (
    lids +
    ellipse({ x: 3, y: -1, rx: 11 }, colors.iris) +
    ellipse({ x: 4, y: -1, rx: 6 }, PUPIL) +
    ellipse({ x: 7, y: -6, rx: 3.4 }, GLINT) +
    path("M-34 -22Q0 -46 34 -24Q4 -34 -34 -22Z", SHADOW, { opacity: 0.25 }) +
    brow
  );
}

export function drawBrowHair({ pen, portrait, colors }: Sitter): string {
  if (!portrait.brows) return "";
  const outline = coatOutline(
    [
      [-30, -28],
      [10, -56],
      [44, -50],
      [40, -14],
      [16, -24],
    ],
    "wire",
    pen.random,
    { scale: 0.9 },
  );
  return path(outline, colors.beard ?? lighten(colors.coat, 0.35));
}

export function drawTopknot({ pen, portrait, shape: { skullHeight }, colors }: Sitter): string {
  if (!portrait.topknot) return "";
  const outline = coatOutline(
    [
      [10, -50],
      [0, -130],
      [-80, -skullHeight - 110],
      [-SKULL_LENGTH - 10, -skullHeight - 50],
      [-SKULL_LENGTH - 30, -20],
      [-90, -40],
    ],
    portrait.topknot,
    pen.random,
    { scale: 1.1 },
  );
  return planes(pen, outline, colors.hair ?? colors.coat);
}

/** Draws the hair over the forehead, which only hides the eye if it is long. */
export function drawFringe({
  pen,
  portrait,
  shape: { skullHeight, stop },
  colors,
}: Sitter): string {
  if (portrait.fringe === undefined) return "";
  const end = Math.max(portrait.fringe, -30);
  const outline = coatOutline(
    [
      [-110, -skullHeight + 4],
      [-60, -skullHeight - 14],
      [0, -stop - 44],
      [44, -stop],
      [48, end],
      [10, end + 6],
      [-36, end],
      [-80, end - 14],
    ],
    "long",
    pen.random,
    { scale: 0.8 },
  );
  return planes(pen, outline, colors.hair ?? colors.coat, { dx: -8, dy: -10 });
}
