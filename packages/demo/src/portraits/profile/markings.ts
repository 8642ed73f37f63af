import { type CoatKind, coatOutline } from "../coat.ts";
import { type Color, shade } from "../color.ts";
import type { Point } from "../geometry.ts";
import { ellipse, path, stroke } from "../svg.ts";
import { type Sitter, SKULL_LENGTH } from "./sitter.ts";

/** Draws the muzzle's color and all markings of the head. */
export function drawHeadMarkings(dog: Sitter): string {
  const { shape, colors, markings, patchCoat } = dog;
  const { cap, face, mask, blaze } = markings;
  const tip = shape.muzzleLength + 60;
  const patch = (points: readonly Point[], fill: Color, coat: CoatKind = patchCoat, opacity = 1) =>
    path(coatOutline(points, coat, dog.pen.random), fill, { opacity });
  let picture = patch(muzzlePatch(tip - 20), colors.muzzle, "smooth");
  if (cap) picture += patch(CAP, cap);
  if (face) picture += patch(facePatch(tip), face);
  if (mask) picture += patch(maskPatch(tip), mask, patchCoat, markings.maskOpacity ?? 0.94);
  if (blaze) picture += patch(blazePatch(tip), blaze);
  return picture + drawFlecks(dog) + drawWrinkles(dog);
}

const CAP: readonly Point[] = [
  [60, -70],
  [38, -4],
  [10, 34],
  [-60, 60],
  [-SKULL_LENGTH - 60, 90],
  [-SKULL_LENGTH - 60, -160],
  [0, -160],
];

function muzzlePatch(tip: number): Point[] {
  return [
    [40, -8],
    [tip, -30],
    [tip, 180],
    [10, 170],
    [8, 90],
    [30, 40],
  ];
}

function facePatch(tip: number): Point[] {
  return [
    [30, -40],
    [-30, -20],
    [-50, 70],
    [-30, 180],
    [tip, 200],
    [tip, 30],
    [50, 24],
  ];
}

function maskPatch(tip: number): Point[] {
  return [
    [44, -6],
    [20, 24],
    [4, 90],
    [20, 190],
    [tip, 200],
    [tip, -20],
  ];
}

function blazePatch(tip: number): Point[] {
  return [
    [58, -60],
    [44, 4],
    [54, 60],
    [70, 180],
    [tip, 200],
    [tip, -40],
  ];
}

function drawFlecks({ pen: { random }, markings: { merle, spots } }: Sitter): string {
  let picture = "";
  for (let i = 0; merle && i < 12; i++) {
    const x = -SKULL_LENGTH + random() * 170;
    const y = -90 + random() * 200;
    const r = 8 + random() * 20;
    const points: Point[] = [
      [x - r, y],
      [x, y - r],
      [x + r, y],
      [x, y + r],
    ];
    picture += path(coatOutline(points, "plush", random, { scale: 0.5 }), merle, { opacity: 0.85 });
  }
  for (let i = 0; spots && i < 9; i++) {
    const x = -SKULL_LENGTH + random() * 170;
    const y = -90 + random() * 230;
    const touchesEye = Math.hypot(x, y) <= 44;
    if (!touchesEye) picture += ellipse({ x, y, rx: 8 + random() * 14 }, spots);
  }
  return picture;
}

/** Draws wrinkles on brow and cheek. */
function drawWrinkles({ colors, markings: { wrinkles } }: Sitter): string {
  if (!wrinkles) return "";
  const folds = [
    "M30 -30Q-4 -58 -44 -44",
    "M6 -56Q-34 -80 -74 -60",
    "M-36 20Q-70 60 -44 120",
    "M-66 4Q-104 60 -76 128",
  ];
  const color = shade(colors.coat, 0.55);
  return folds.map((fold) => stroke(fold, color, 7, { opacity: 0.55 * wrinkles })).join("");
}
