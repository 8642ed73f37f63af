import { coatOutline } from "../coat.ts";
import { type Color, shade } from "../color.ts";
import { d, mirror, type Point, shift } from "../geometry.ts";
import { path, stroke } from "../svg.ts";
import { drawFlecks } from "./flecks.ts";
import { SIDES, type Sitter } from "./sitter.ts";

/** Draws all markings of the head, from the largest patch to the smallest fleck. */
export function drawHeadMarkings(dog: Sitter): string {
  const { markings } = dog;
  return (
    (markings.cap ? drawCap(dog, markings.cap) : "") +
    (markings.face ? drawFace(dog, markings.face) : "") +
    (markings.mask ? drawMask(dog, markings.mask) : "") +
    (markings.blaze ? drawBlaze(dog, markings.blaze) : "") +
    (markings.eyePatch ? drawEyePatch(dog, markings.eyePatch) : "") +
    drawFlecks(dog) +
    drawWrinkles(dog)
  );
}

type Patch = { half: readonly Point[]; depth: number; fill: Color; opacity?: number };

function drawPatch(
  dog: Sitter,
  { half, depth, fill, opacity = 1 }: Patch,
  coat = dog.patchCoat,
): string {
  const points = shift(mirror(half), () => dog.turn * depth);
  return path(coatOutline(points, coat, dog.pen.random), fill, { opacity });
}

function drawCap(dog: Sitter, fill: Color): string {
  const { shape, markings } = dog;
  const half: Point[] = [
    [0, -shape.skullHeight * 1.2],
    [shape.skullWidth * 1.3, -shape.skullHeight * 1.1],
    [shape.cheekWidth * 1.2, 30],
    [shape.cheekWidth * 0.95, markings.capY ?? 60],
    [shape.eyeX + 36, 26],
    [shape.eyeX * 0.7, 12],
    [26, -18],
    [0, markings.blaze ? -70 : -10],
  ];
  return drawPatch(dog, { half, depth: 0.7, fill });
}

function drawFace(dog: Sitter, fill: Color): string {
  const { shape } = dog;
  const half: Point[] = [
    [0, -30],
    [34, -58],
    [shape.eyeX + 10, -44],
    [shape.eyeX + 46, 4],
    [shape.cheekWidth * 0.86, 70],
    [shape.jawWidth, 140],
    [shape.muzzleWidth, 250],
    [0, 270],
  ];
  return drawPatch(dog, { half, depth: 0.9, fill });
}

function drawMask(dog: Sitter, fill: Color): string {
  const { shape, markings } = dog;
  const half: Point[] = [
    [0, -8],
    [shape.bridgeWidth * 0.8, 6],
    [shape.eyeX + 30, 18],
    [shape.jawWidth * 0.95, 90],
    [shape.muzzleWidth * 1.2, 180],
    [shape.muzzleWidth, 260],
    [0, 270],
  ];
  return drawPatch(dog, { half, depth: 1.1, fill, opacity: markings.maskOpacity ?? 0.94 });
}

function drawBlaze(dog: Sitter, fill: Color): string {
  const { shape, markings } = dog;
  const width = markings.blazeWidth ?? 24;
  const half: Point[] = [
    [0, -shape.skullHeight * 1.1],
    [width, -shape.skullHeight],
    [width * 0.8, -60],
    [shape.bridgeWidth * 0.6, 30],
    [shape.muzzleWidth * 0.95, 95],
    [shape.muzzleWidth * 1.35, 170],
    [shape.muzzleWidth, 260],
    [0, 270],
  ];
  return drawPatch(dog, { half, depth: 1.1, fill }, "smooth");
}

function drawEyePatch({ pen, shape, markings, patchCoat, turn }: Sitter, fill: Color): string {
  const side = markings.eyePatchOnRight ? 1 : -1;
  const points: Point[] = [
    [side * 20, -60],
    [side * shape.eyeX, -95],
    [side * (shape.cheekWidth + 20), -40],
    [side * (shape.cheekWidth + 10), 60],
    [side * shape.eyeX, 60],
    [side * 30, 10],
  ];
  return path(
    coatOutline(
      shift(points, () => turn * 0.9),
      patchCoat,
      pen.random,
    ),
    fill,
  );
}

/** Draws wrinkles: three on the brow, two on each cheek. */
function drawWrinkles({ shape, colors, markings, turn }: Sitter): string {
  if (!markings.wrinkles) return "";
  const color = shade(colors.coat, 0.55);
  const line = (data: string) =>
    stroke(data, color, 7, { opacity: 0.55 * (markings.wrinkles ?? 0) });
  let picture = "";
  for (const [i, y] of [-52, -82, -110].entries()) {
    const half = shape.eyeX * (0.9 - i * 0.18);
    picture += line(
      d`M${turn - half} ${y}Q${turn - half * 0.5} ${y - 16} ${turn} ${y + 12}Q${turn + half * 0.5} ${y - 16} ${turn + half} ${y}`,
    );
  }
  for (const side of SIDES) {
    const x = (part: number) => side * shape.cheekWidth * part + turn;
    picture += line(d`M${x(0.62)} 26Q${x(0.86)} 50 ${x(0.78)} 118`);
    picture += line(d`M${x(0.46)} 44Q${x(0.66)} 70 ${x(0.6)} 128`);
  }
  return picture;
}
