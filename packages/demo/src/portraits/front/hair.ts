import { type CoatKind, coatOutline } from "../coat.ts";
import { lighten, SHADOW, shade } from "../color.ts";
import { d, type Point, shift } from "../geometry.ts";
import { path, planes, stroke } from "../svg.ts";
import { noseX } from "./muzzle.ts";
import type { Sitter } from "./sitter.ts";

export function drawBeard(dog: Sitter): string {
  const length = dog.portrait.beard;
  if (!length) return "";
  const { pen, colors } = dog;
  const { muzzleWidth, muzzleBottom, noseY } = dog.shape;
  const { random } = pen;
  const nose = noseX(dog);
  const points: Point[] = [
    [-muzzleWidth * 1.12, noseY + 26],
    [-20, noseY + 34],
    [20, noseY + 34],
    [muzzleWidth * 1.12, noseY + 26],
    [muzzleWidth * 1.06, muzzleBottom + 8],
    [muzzleWidth * 0.5, muzzleBottom + 62 * length],
    [-muzzleWidth * 0.5, muzzleBottom + 62 * length],
    [-muzzleWidth * 1.06, muzzleBottom + 8],
  ];
  const outline = coatOutline(
    shift(points, () => nose),
    "wire",
    random,
    { scale: 1.25 },
  );
  const fill = colors.beard ?? lighten(colors.coat, 0.35);
  const hair = shade(fill, 0.3);
  let inside = path(d`M${nose + 10} 100H600V500H${nose + 30}Z`, SHADOW, { opacity: 0.15 });
  for (let i = 0; i < 26; i++) {
    const across = (random() - 0.5) * muzzleWidth * 1.9;
    const start = d`M${nose + across} ${noseY + 50 + random() * 50}`;
    const lock = d`q${across * 0.1} 20 ${across * 0.12} ${34 + random() * 20}`;
    inside += stroke(start + lock, hair, 4, { opacity: 0.5 });
  }
  return planes(pen, outline, fill, { dx: -10, dy: -12, inside });
}

export function drawTopknot(dog: Sitter): string {
  const { portrait, turn } = dog;
  if (!portrait.topknot) return "";
  const { skullWidth: w, skullHeight: h } = dog.shape;
  const points: Point[] = [
    [-w * 0.98, -h * 0.5],
    [-w * 1.02, -h * 1.1],
    [-w * 0.5, -h * 1.62],
    [0, -h * 1.75],
    [w * 0.5, -h * 1.62],
    [w * 1.02, -h * 1.1],
    [w * 0.98, -h * 0.5],
    [0, -h * 0.42],
  ];
  const away = d`M${turn} -500H700V0H${turn + 20}Z`;
  return drawTuft(dog, {
    points: shift(points, () => turn * 0.4),
    coat: portrait.topknot,
    scale: 1.1,
    away,
  });
}

/** Draws the hair over the forehead in locks. */
export function drawFringe(dog: Sitter): string {
  const { pen, portrait, shape, colors, turn } = dog;
  if (portrait.fringe === undefined) return "";
  const { skullWidth: w, skullHeight: h } = shape;
  const end = portrait.fringe;
  const points: Point[] = [
    [-w * 0.9, -h * 0.72],
    [-w * 0.5, -h * 1.04],
    [0, -h * 1.14],
    [w * 0.5, -h * 1.04],
    [w * 0.9, -h * 0.72],
    [w * 0.97, end + 6],
    [w * 0.45, end],
    [0, end - 16],
    [-w * 0.45, end],
    [-w * 0.97, end + 6],
  ];
  const away = d`M${turn} -500H700V100H${turn + 20}Z`;
  const hair = shade(colors.hair ?? colors.coat, 0.25);
  let locks = "";
  for (let i = 0; i < 14; i++) {
    const part = (i - 6.5) / 7;
    const x = part * w * 0.75 + turn * 0.6;
    const top = -h * (0.92 - 0.3 * part * part) + pen.random() * 20;
    const length = (end - top) * (0.6 + pen.random() * 0.25);
    locks += stroke(d`M${x} ${top}q${part * 22} ${length * 0.4} ${part * 16} ${length}`, hair, 4, {
      opacity: 0.4,
    });
  }
  const placed = shift(points, () => turn * 0.6);
  return drawTuft(dog, { points: placed, coat: "long", scale: 0.9, away, locks });
}

type Tuft = {
  points: readonly Point[];
  coat: CoatKind;
  scale: number;
  away: string;
  locks?: string;
};

function drawTuft(
  { pen, colors }: Sitter,
  { points, coat, scale, away, locks = "" }: Tuft,
): string {
  const outline = coatOutline(points, coat, pen.random, { scale });
  const inside = locks + path(away, SHADOW, { opacity: 0.14 });
  return planes(pen, outline, colors.hair ?? colors.coat, { inside });
}
