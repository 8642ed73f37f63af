import { lighten } from "../color.ts";
import { blob, d, mirror } from "../geometry.ts";
import { clip, ellipse, path, ring, stroke } from "../svg.ts";
import { bodyHalf } from "./body.ts";
import type { Sitter } from "./sitter.ts";

const TOP = 262;

/** Draws a leather collar with a brass tag. */
export function drawCollar(dog: Sitter): string {
  if (dog.portrait.noCollar) return "";
  const { pen, shape, colors, turn } = dog;
  const end = shape.neckWidth * 1.16 + 30;
  const leather = d`M${-end} ${TOP - 14}Q0 ${TOP + 92} ${end} ${TOP - 14}V${TOP + 24}Q0 ${TOP + 132} ${-end} ${TOP + 24}Z`;
  const seam = d`M${-end} ${TOP - 6}Q0 ${TOP + 100} ${end} ${TOP - 6}`;
  const turnedAway = d`M${turn} ${TOP}L${end + 30} ${TOP - 40}V${TOP + 60}L${turn} ${TOP + 90}Z`;
  const strap =
    path(leather, colors.collar) +
    stroke(seam, lighten(colors.collar, 0.3), 3, {
      opacity: 0.7,
      "stroke-dasharray": "9 7",
      "stroke-linecap": "butt",
    }) +
    path(turnedAway, "#000000", { opacity: 0.16 });
  return clip(pen, blob(mirror(bodyHalf(dog))), strap) + drawTag(turn * 0.4);
}

function drawTag(x: number): string {
  const y = TOP + 112;
  return (
    ring({ x, y: TOP + 82, rx: 9 }, "#b98a35", 5) +
    ellipse({ x, y, rx: 27 }, "#c9993f") +
    path(d`M${x - 27} ${y}a27 27 0 0 0 54 0 29 29 0 0 1 -54 0Z`, "#8f6723") +
    ring({ x, y, rx: 18 }, "#8f6723", 2.5)
  );
}
