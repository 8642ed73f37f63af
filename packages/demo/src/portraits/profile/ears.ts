import type { EarKind } from "../breed-portrait.ts";
import { coatOutline } from "../coat.ts";
import { shade } from "../color.ts";
import { blob, type Point } from "../geometry.ts";
import { path, planes } from "../svg.ts";
import { type Sitter, SKULL_LENGTH } from "./sitter.ts";

type EarPlace = {
  /** The y of the top of the skull. */
  top: number;
  size: number;
};

const BACK = -SKULL_LENGTH;

const OUTLINES: Record<EarKind, (place: EarPlace) => Point[]> = {
  prick: ({ top, size }) => [
    [-70, top + 10],
    [-58, top - 52 * size],
    [-82, top - 104 * size],
    [-136, top - 48 * size],
    [BACK + 2, -40],
    [-100, -50],
  ],
  bat: ({ top, size }) => [
    [-62, top + 10],
    [-44, top - 60 * size],
    [-82, top - 106 * size],
    [-132, top - 62 * size],
    [BACK, -40],
    [-100, -50],
  ],
  semi: ({ top }) => [
    [-66, top + 8],
    [-50, top - 34],
    [-22, top - 30],
    [-78, top - 84],
    [-130, top - 40],
    [BACK, -30],
  ],
  butterfly: ({ top }) => [
    [-66, top + 20],
    [-70, top - 50],
    [-140, top - 74],
    [-196, top + 20],
    [-206, 70],
    [-120, 0],
  ],
  drop: ({ top, size }) => [
    [-84, top + 12],
    [-120, top - 6],
    [BACK - 4, -40],
    [BACK + 2, 50 * size],
    [-104, 108 * size],
    [-62, 60 * size],
    [-66, -20],
  ],
  long: ({ size }) => [
    [-84, -44],
    [-126, -62],
    [BACK - 6, 10],
    [BACK - 6, 150 * size],
    [-116, 250 * size],
    [-66, 190 * size],
    [-60, 60],
  ],
  button: ({ top, size }) => [
    [-60, top + 4],
    [-80, top - 26],
    [BACK + 6, top + 10],
    [BACK + 14, -30],
    [-62, 6 * size],
    [-34, -8],
  ],
  rose: ({ top }) => [
    [-90, top + 20],
    [-130, top - 4],
    [BACK - 50, -50],
    [BACK - 60, -14],
    [-120, -20],
  ],
};

export function drawEar({ pen, portrait, shape, colors }: Sitter): string {
  const top = -shape.skullHeight;
  const points = OUTLINES[portrait.ears]({ top, size: portrait.earSize ?? 1 });
  const coat = portrait.earCoat ?? (portrait.coat === "wire" ? "smooth" : portrait.coat);
  const outline = coatOutline(points, coat, pen.random, { scale: 0.9 });
  const leather = planes(pen, outline, colors.ear, {
    dx: -10,
    dy: -8,
    shadow: shade(colors.ear, 0.36),
  });
  if (portrait.ears !== "prick" && portrait.ears !== "bat") return leather;
  const opening = points.map(([x, y]): Point => [x * 0.35 - 63, y * 0.6 + (top - 40) * 0.4]);
  return leather + path(blob(opening), shade(colors.ear, 0.35), { opacity: 0.5 });
}
