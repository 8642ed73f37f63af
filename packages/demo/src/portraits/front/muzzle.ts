import { coatOutline } from "../coat.ts";
import { INK, mix, SHADOW, shade, WARM_LIGHT } from "../colour.ts";
import { blob, d, mirror, type Point, shift } from "../geometry.ts";
import { ellipse, path, planes, stroke } from "../svg.ts";
import { SIDES, type Sitter } from "./sitter.ts";

/** How far the nose and mouth move sideways with the turned head, in pixels. */
export function noseX({ turn }: Sitter): number {
  return turn * 1.75;
}

function muzzleColour({ markings, colours }: Sitter) {
  return markings.mask ?? markings.blaze ?? colours.muzzle;
}

/** Chin, muzzle and the line of the mouth. */
export function drawMuzzle(dog: Sitter): string {
  const { pen, portrait, shape } = dog;
  const fill = muzzleColour(dog);
  const outline = coatOutline(muzzleOutline(dog), portrait.beard ? "wire" : "smooth", pen.random, {
    scale: 0.8,
    tuftedAt: ([, y]) => y > 110,
  });
  const size = { rx: shape.muzzleWidth * 0.52, ry: 26 };
  const chin = ellipse({ x: noseX(dog), y: shape.muzzleBottom - 14, ...size }, shade(fill, 0.42));
  const inside = drawMuzzleModelling(dog) + drawWhiskerRoots(dog);
  return chin + planes(pen, outline, fill, { dx: -7, dy: -12, inside }) + drawMouth(dog);
}

function muzzleOutline({ shape, turn }: Sitter): Point[] {
  const { bridgeWidth, muzzleWidth, muzzleBottom } = shape;
  const half: Point[] = [
    [0, -2],
    [bridgeWidth * 0.62, 10],
    [bridgeWidth * 0.9, 62],
    [muzzleWidth * 0.92, 118],
    [muzzleWidth, shape.muzzleY],
    [muzzleWidth * 0.92, muzzleBottom - 34],
    [muzzleWidth * 0.5, muzzleBottom - 12],
    [0, muzzleBottom - 22],
  ];
  return shift(mirror(half), (y) => turn * (0.9 + Math.max(0, y) / 240));
}

function drawMuzzleModelling(dog: Sitter): string {
  const { noseY, noseWidth, bridgeWidth, muzzleBottom } = dog.shape;
  const x = noseX(dog);
  const away = d`M${x + 8} -20L${x + 26} ${noseY}L${x + 4} ${muzzleBottom + 20}H500V-20Z`;
  const bridge: Point[] = [
    [x - bridgeWidth * 0.42, 20],
    [x - bridgeWidth * 0.1, 14],
    [x - 6, noseY - 18],
    [x - noseWidth * 0.9, noseY - 12],
  ];
  return path(away, SHADOW, { opacity: 0.16 }) + path(blob(bridge), WARM_LIGHT, { opacity: 0.16 });
}

function drawWhiskerRoots(dog: Sitter): string {
  const { muzzleWidth, noseY } = dog.shape;
  let picture = "";
  for (let i = 0; i < 5; i++) {
    for (const side of SIDES) {
      const x = noseX(dog) + side * (muzzleWidth * 0.45 + (i % 3) * 13);
      picture += ellipse({ x, y: noseY + 44 + Math.floor(i / 3) * 14, rx: 2.4 }, INK, {
        opacity: 0.35,
      });
    }
  }
  return picture;
}

function drawMouth(dog: Sitter): string {
  const { noseY, noseWidth, muzzleWidth, muzzleBottom } = dog.shape;
  const x = noseX(dog);
  const line = mix(INK, muzzleColour(dog), 0.12);
  const lip = d`M${x} ${noseY + noseWidth * 0.78 - 4}V${muzzleBottom - 34}`;
  const start = d`M${x} ${muzzleBottom - 36}`;
  const right = d`Q${x + muzzleWidth * 0.4} ${muzzleBottom - 8} ${x + muzzleWidth * 0.88} ${muzzleBottom - 44}`;
  const left = d`Q${x - muzzleWidth * 0.4} ${muzzleBottom - 8} ${x - muzzleWidth * 0.9} ${muzzleBottom - 44}`;
  return stroke(lip, line, 5) + stroke(`${start}${right}${start}${left}`, line, 5.5);
}
