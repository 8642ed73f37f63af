import type { EarKind } from "../breed-portrait.ts";
import type { Point } from "../geometry.ts";

/** A point in units of the skull's width and height. "sized" points scale with the ear's size. */
type EarPoint = readonly [x: number, y: number, stretched?: "sized"];

type EarShape = {
  outline: readonly EarPoint[];
  /** The bare inside of an erect ear. */
  inner?: readonly EarPoint[];
  /** Whether the ear is in front of the head. */
  inFront: boolean;
};

export const EAR_SHAPES: Record<EarKind, EarShape> = {
  prick: {
    inFront: false,
    outline: [
      [0.22, -0.8],
      [0.44, -1.3, "sized"],
      [0.88, -1.86, "sized"],
      [1.06, -1.3, "sized"],
      [1.1, -0.35],
      [0.6, -0.3],
    ],
    inner: [
      [0.46, -0.9],
      [0.58, -1.24, "sized"],
      [0.84, -1.66, "sized"],
      [0.93, -1.22, "sized"],
      [0.93, -0.6],
    ],
  },
  bat: {
    inFront: false,
    outline: [
      [0.3, -0.7],
      [0.36, -1.45, "sized"],
      [0.7, -2.02, "sized"],
      [1.08, -1.7, "sized"],
      [1.2, -0.9],
      [0.98, -0.3],
    ],
    inner: [
      [0.5, -0.85],
      [0.52, -1.4, "sized"],
      [0.74, -1.8, "sized"],
      [0.97, -1.5, "sized"],
      [1.02, -0.85],
    ],
  },
  butterfly: {
    inFront: false,
    outline: [
      [0.2, -0.7],
      [0.6, -1.6],
      [1.4, -1.95],
      [1.95, -1.2],
      [1.9, -0.1],
      [1.5, 0.35],
      [0.95, -0.1],
    ],
    inner: [
      [0.6, -0.8],
      [0.85, -1.35],
      [1.3, -1.55],
      [1.55, -0.95],
      [1.2, -0.3],
    ],
  },
  semi: {
    inFront: false,
    outline: [
      [0.25, -0.75],
      [0.5, -1.45, "sized"],
      [0.82, -1.72, "sized"],
      [1.1, -1.35, "sized"],
      [1.1, -0.4],
    ],
    inner: [
      [0.5, -0.9],
      [0.6, -1.25, "sized"],
      [0.85, -1.3, "sized"],
      [0.92, -0.7],
    ],
  },
  drop: {
    inFront: true,
    outline: [
      [0.62, -0.86],
      [0.98, -0.82],
      [1.27, -0.44],
      [1.42, 0.1, "sized"],
      [1.38, 0.56, "sized"],
      [1.18, 0.7, "sized"],
      [1.02, 0.34, "sized"],
      [0.97, -0.18],
      [0.82, -0.52],
    ],
  },
  long: {
    inFront: true,
    outline: [
      [0.78, -0.62],
      [1.1, -0.72],
      [1.42, -0.2],
      [1.62, 0.7, "sized"],
      [1.5, 1.5, "sized"],
      [1.2, 1.75, "sized"],
      [0.98, 1.2, "sized"],
      [1, 0.3],
      [0.92, -0.2],
    ],
  },
  button: {
    inFront: true,
    outline: [
      [0.46, -0.96],
      [0.66, -1.1],
      [1.02, -1.06],
      [1.24, -0.74],
      [1.16, -0.36, "sized"],
      [1.02, -0.12, "sized"],
      [0.8, -0.55],
    ],
  },
  rose: {
    inFront: true,
    outline: [
      [0.6, -0.9],
      [0.92, -0.98],
      [1.3, -0.84],
      [1.42, -0.58],
      [1.3, -0.36],
      [1.08, -0.52],
      [0.86, -0.62],
    ],
  },
};

/** Converts an outline to pixels. `toX` converts skull widths to an x on the ear's side. */
export function placeEar(
  points: readonly EarPoint[],
  { height, size, toX }: { height: number; size: number; toX: (widths: number) => number },
): Point[] {
  return points.map(([x, y, sized]) => [toX(x), y * height * (sized ? size : 1)]);
}
