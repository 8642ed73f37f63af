import { coatOutline } from "../coat.ts";
import { SHADOW, shade } from "../color.ts";
import { d, mirror, type Point, shift } from "../geometry.ts";
import { ellipse, path, planes, stroke } from "../svg.ts";
import type { Sitter } from "./sitter.ts";

/** Draws neck and shoulders with their markings and the shadow of the head. */
export function drawBody(dog: Sitter): string {
  const { pen, colors, bodyCoat, turn } = dog;
  const outline = coatOutline(mirror(bodyHalf(dog)), bodyCoat, pen.random, { scale: 1.35 });
  const turnedAway = path(d`M${20 + turn} 100L${60 + turn} 800H900V100Z`, SHADOW, {
    opacity: 0.17,
    style: "mix-blend-mode:multiply",
  });
  const inside = drawBodyMarkings(dog) + drawHeadShadow(dog) + turnedAway;
  const body = planes(pen, outline, colors.body, { dx: -26, dy: -14, inside });
  return bodyCoat === "smooth" ? body : body + drawHair(dog);
}

/** Returns the right half of neck and shoulders. */
export function bodyHalf({ shape: { neckWidth, shoulderWidth } }: Sitter): Point[] {
  return [
    [0, 20],
    [neckWidth * 0.8, 40],
    [neckWidth * 1.02, 190],
    [neckWidth * 1.2, 320],
    [shoulderWidth * 0.84, 430],
    [shoulderWidth, 560],
    [shoulderWidth * 1.12, 780],
    [0, 800],
  ];
}

function drawBodyMarkings(dog: Sitter): string {
  const { pen, shape, markings } = dog;
  const { random } = pen;
  const anyX = () => (random() - 0.5) * shape.shoulderWidth * 2.2;
  const chest = drawChest(dog);
  let picture = markings.saddle ? drawSaddle(dog, markings.saddle) + chest : chest;
  for (let i = 0; markings.spots && i < 26; i++) {
    const at = { x: anyX(), y: 300 + random() * 300 };
    const rx = 12 + random() * 24;
    picture += ellipse({ ...at, rx, ry: rx * (0.7 + random() * 0.4) }, markings.spots);
  }
  for (let i = 0; markings.ticks && i < 240; i++) {
    const at = { x: anyX(), y: 250 + random() * 400 };
    const size = { rx: 3 + random() * 6, ry: 3 + random() * 5 };
    picture += ellipse({ ...at, ...size }, markings.ticks, { opacity: 0.75 });
  }
  return picture;
}

function drawChest({ pen, shape: { neckWidth }, colors, bodyCoat }: Sitter): string {
  if (!colors.chest) return "";
  const half: Point[] = [
    [0, 150],
    [neckWidth * 0.55, 200],
    [neckWidth * 0.86, 300],
    [neckWidth * 0.84, 420],
    [neckWidth * 0.62, 560],
    [neckWidth * 0.2, 800],
    [0, 800],
  ];
  return path(coatOutline(mirror(half), bodyCoat, pen.random, { scale: 1.2 }), colors.chest);
}

function drawSaddle({ pen, shape, bodyCoat }: Sitter, fill: `#${string}`): string {
  const { neckWidth, shoulderWidth } = shape;
  const half: Point[] = [
    [shoulderWidth * 1.3, 380],
    [neckWidth * 0.9, 330],
    [neckWidth * 0.5, 470],
    [neckWidth * 0.7, 800],
    [shoulderWidth * 1.4, 800],
  ];
  const left = half.map(([x, y]): Point => [-x, y]);
  return [left, half].map((side) => path(coatOutline(side, bodyCoat, pen.random), fill)).join("");
}

function drawHeadShadow({ pen, shape, colors, bodyCoat, turn }: Sitter): string {
  const half: Point[] = [
    [0, 40],
    [shape.cheekWidth * 0.96, 60],
    [shape.jawWidth * 1.04, shape.jawY + 34],
    [shape.muzzleWidth * 1.02, shape.muzzleY + 62],
    [shape.muzzleWidth * 0.72, shape.muzzleBottom + 36],
    [0, shape.muzzleBottom + 52],
  ];
  const outline = shift(mirror(half), () => turn * 1.1 + 12);
  const edge = bodyCoat === "curly" ? "curly" : "smooth";
  const fill = shade(colors.chest ?? colors.body, 0.5);
  return path(coatOutline(outline, edge, pen.random), fill, { opacity: 0.42 });
}

/** Draws single hairs or curls on neck and chest. */
function drawHair({ pen: { random }, shape, colors, bodyCoat }: Sitter): string {
  const color = shade(colors.chest ?? colors.body, 0.25);
  let picture = "";
  for (let i = 0; i < 34; i++) {
    const x = (random() - 0.5) * shape.neckWidth * 2.3;
    const y = 300 + random() * 230;
    const length = 24 + random() * 36;
    const lock = d`M${x} ${y}q${3 - x * 0.03} ${length * 0.6} ${-x * 0.06} ${length}`;
    picture +=
      bodyCoat === "curly"
        ? stroke(d`M${x} ${y}a14 14 0 1 1 16 14`, color, 4, { opacity: 0.5 })
        : stroke(lock, color, 5, { opacity: 0.4 });
  }
  return picture;
}
