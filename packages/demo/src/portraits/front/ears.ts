import { coatOutline } from "../coat.ts";
import { mix, shade } from "../color.ts";
import { d } from "../geometry.ts";
import { path, planes, stroke } from "../svg.ts";
import { EAR_SHAPES, placeEar } from "./ear-shapes.ts";
import { SIDES, type Side, type Sitter } from "./sitter.ts";

/** Draws both ears, either behind the head or over it. */
export function drawEars(dog: Sitter): { behind: string; over: string } {
  const both = SIDES.map((side) => drawEar(dog, side)).join("");
  return EAR_SHAPES[dog.portrait.ears].inFront
    ? { behind: "", over: both }
    : { behind: both, over: "" };
}

function drawEar(dog: Sitter, side: Side): string {
  const { pen, portrait, shape, colors, turn, farSide } = dog;
  const { outline, inner, inFront } = EAR_SHAPES[portrait.ears];
  const narrowed = side === farSide ? 1 - Math.abs(turn) * 0.008 : 1 + Math.abs(turn) * 0.002;
  const toX = (widths: number) => side * widths * shape.skullWidth * narrowed + turn * 0.1;
  const place = { height: shape.skullHeight, size: portrait.earSize ?? 1, toX };

  const fill = side > 0 ? shade(colors.ear, 0.18) : colors.ear;
  const points = placeEar(outline, place);
  const leather = coatOutline(points, earCoat(dog), pen.random, { scale: 0.9 });
  const shadow = shade(fill, 0.34);
  let ear = planes(pen, leather, fill, { dx: -12, dy: inFront ? -10 : 8, shadow });
  if (inner) {
    const skin = colors.innerEar ?? mix(colors.ear, "#7c4a3f", 0.55);
    const opening = coatOutline(placeEar(inner, place), dog.patchCoat, pen.random, { scale: 0.7 });
    ear += path(opening, side > 0 ? shade(skin, 0.2) : skin);
  }
  const [root] = points;
  if (inFront && portrait.ears !== "rose" && root) {
    const down = portrait.ears === "button" ? -1 : 1;
    const fold = d`M${root[0]} ${root[1] + 6}Q${toX(0.98)} ${-shape.skullHeight * 0.5} ${toX(1.02)} ${shape.skullHeight * 0.25 * down}`;
    ear += stroke(fold, shade(fill, 0.5), 6, { opacity: 0.45 });
  }
  return ear;
}

function earCoat({ portrait }: Sitter) {
  if (portrait.ears === "butterfly") return "long";
  return portrait.earCoat ?? (portrait.coat === "wire" ? "smooth" : portrait.coat);
}
