import { coatOutline } from "../coat.ts";
import { SHADOW } from "../color.ts";
import { blob, d, mirror, type Point, shift } from "../geometry.ts";
import { path, planes } from "../svg.ts";
import { drawHeadMarkings } from "./markings.ts";
import { SIDES, type Sitter } from "./sitter.ts";

/** Draws the skull with its markings and shading. Muzzle, eyes and ears are drawn over it. */
export function drawHead(dog: Sitter): string {
  const { pen, portrait, colors } = dog;
  const coat = portrait.coat === "long" ? "plush" : portrait.coat;
  const scale = portrait.coat === "curly" ? 1.1 : 1;
  const outline = coatOutline(headOutline(dog), coat, pen.random, { scale });
  const inside = drawHeadMarkings(dog) + drawShading(dog);
  return planes(pen, outline, colors.coat, { dx: -14, dy: -8, inside });
}

function headOutline({ shape, turn }: Sitter): Point[] {
  const half: Point[] = [
    [0, -shape.skullHeight * 1.06],
    [shape.skullWidth * 0.5, -shape.skullHeight * 0.98],
    [shape.skullWidth * 0.95, -shape.skullHeight * 0.56],
    [shape.cheekWidth * 0.99, -4],
    [shape.cheekWidth, shape.cheekY + 18],
    [shape.jawWidth, shape.jawY],
    [shape.muzzleWidth * 0.98, shape.muzzleY + 12],
    [shape.muzzleWidth * 0.8, shape.muzzleBottom - 20],
    [shape.muzzleWidth * 0.35, shape.muzzleBottom + 2],
    [0, shape.muzzleBottom + 4],
  ];
  return shift(mirror(half), (y) => turn * (y > 60 ? 0.3 + ((y - 60) / 180) * 1.1 : 0.3));
}

/** Shades the far side, the cheeks, the eye sockets and the furrow. */
function drawShading({ shape, turn }: Sitter): string {
  const { skullHeight, eyeX, bridgeWidth, cheekWidth, jawWidth, muzzleWidth } = shape;
  const darken = (data: string, opacity: number) => path(data, SHADOW, { opacity });
  const away = d`M${turn * 0.5 + 4} ${-skullHeight * 1.3}Q${turn + 26} -60 ${turn + 18} 30L${turn * 1.4 + 44} ${shape.muzzleBottom + 60}H700V${-skullHeight * 1.3}Z`;
  let picture = darken(away, 0.17);
  for (const side of SIDES) {
    const cheek: Point[] = [
      [side * (bridgeWidth + 4), -6],
      [side * (eyeX + 6), 24],
      [side * cheekWidth * 0.8, 58],
      [side * jawWidth * 0.98, 116],
      [side * muzzleWidth * 0.99, 150],
      [side * muzzleWidth * 0.82, 96],
      [side * bridgeWidth * 0.95, 40],
    ];
    const x = (outwards: number) => side * (eyeX + outwards) + turn;
    const socket = d`M${x(-34)} -26Q${x(0)} -62 ${x(42)} -14Q${x(0)} -36 ${x(-34)} -26Z`;
    picture += darken(blob(shift(cheek, () => turn)), side > 0 ? 0.2 : 0.1);
    picture += darken(socket, 0.2);
  }
  const top = -skullHeight * 0.86;
  const furrow = d`M${turn * 0.6 - 6} ${top}Q${turn * 0.8 - 12} -80 ${turn - 6} -30Q${turn * 0.8 + 6} -80 ${turn * 0.6 + 6} ${top}Z`;
  return picture + darken(furrow, 0.12);
}
