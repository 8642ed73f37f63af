import { coatOutline } from "../coat.ts";
import { GLINT, INK, lighten, PUPIL } from "../color.ts";
import { d, round } from "../geometry.ts";
import { clip, ellipse, group, path } from "../svg.ts";
import { SIDES, type Side, type Sitter } from "./sitter.ts";

export function drawEyes(dog: Sitter): string {
  return SIDES.map((side) => {
    const x = eyeCenter(dog, side);
    return drawEye(dog, side, x) + drawBrowSpot(dog, side, x) + drawBrowHair(dog, side, x);
  }).join("");
}

function eyeCenter({ shape, turn, farSide }: Sitter, side: Side): number {
  return side * shape.eyeX * (side === farSide ? 1 - Math.abs(turn) * 0.004 : 1) + turn;
}

function drawEye({ pen, shape, colors, turn, farSide }: Sitter, side: Side, x: number): string {
  const a = shape.eyeLength * (side === farSide ? 1 - Math.abs(turn) * 0.006 : 1);
  const e = shape.eyeHeight;
  const iris = side > 0 && colors.leftIris ? colors.leftIris : colors.iris;
  const lids =
    d`M${-a} ${e * 0.28}Q${-a * 0.55} ${-e * 0.98} ${a * 0.05} ${-e}Q${a * 0.75} ${-e * 0.9} ${a} ${e * 0.02}` +
    d`Q${a * 0.5} ${e * 0.96} ${-a * 0.1} ${e * 0.95}Q${-a * 0.7} ${e * 0.85} ${-a} ${e * 0.28}Z`;
  const upperLid = d`M${-a} ${-e}H${a}V${-e * 0.42}Q0 ${-e * 0.8} ${-a} ${-e * 0.1}Z`;
  const rim = { stroke: INK, "stroke-width": 7, "stroke-linejoin": "round" };
  const ball =
    ellipse({ x: 0, y: 0, rx: e * 1.02 }, iris) +
    ellipse({ x: 0, y: e * 0.35, rx: e * 0.8 }, lighten(iris, 0.3), { opacity: 0.45 }) +
    ellipse({ x: 0, y: 0, rx: e * 0.52 }, PUPIL) +
    path(upperLid, PUPIL, { opacity: 0.6 });
  return (
    group(
      `translate(${round(x)} 0) scale(${side} 1) rotate(-4)`,
      path(lids, INK, rim) + clip(pen, lids, ball),
    ) + ellipse({ x: x - 6, y: -6, rx: e * 0.26 }, GLINT)
  );
}

function drawBrowSpot({ markings }: Sitter, side: Side, x: number): string {
  if (!markings.brow) return "";
  const transform = `rotate(${side * 18} ${round(x)} -44)`;
  return ellipse({ x: x - side * 4, y: -44, rx: 17, ry: 11 }, markings.brow, { transform });
}

function drawBrowHair({ pen, portrait, colors }: Sitter, side: Side, x: number): string {
  if (!portrait.brows) return "";
  const outline = coatOutline(
    [
      [x - side * 44, -14],
      [x - side * 18, -50],
      [x + side * 30, -58],
      [x + side * 34, -34],
      [x, -22],
    ],
    "wire",
    pen.random,
    { scale: 0.9 },
  );
  return path(outline, colors.beard ?? lighten(colors.coat, 0.35));
}
