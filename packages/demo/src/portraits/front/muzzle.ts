import { coatOutline } from "../coat.ts";
import { INK, mix, SHADOW, shade, WARM_LIGHT } from "../color.ts";
import { blob, d, mirror, type Point, shift } from "../geometry.ts";
import { ellipse, group, path, planes, stroke } from "../svg.ts";
import { SIDES, type Sitter } from "./sitter.ts";

/** Returns how far the nose and mouth move sideways when the head is turned, in pixels. */
export function noseX({ turn }: Sitter): number {
  return turn * 1.75;
}

function muzzleColor({ markings, colors }: Sitter) {
  return markings.mask ?? markings.blaze ?? colors.muzzle;
}

/** Draws chin, muzzle and mouth. */
export function drawMuzzle(dog: Sitter): string {
  const { pen, portrait, shape } = dog;
  const fill = muzzleColor(dog);
  const outline = coatOutline(muzzleOutline(dog), portrait.beard ? "wire" : "smooth", pen.random, {
    scale: 0.8,
    tuftedAt: ([, y]) => y > 110,
  });
  const size = { rx: shape.muzzleWidth * 0.52, ry: 26 };
  const chin = ellipse({ x: noseX(dog), y: shape.muzzleBottom - 14, ...size }, shade(fill, 0.42));
  const inside = drawMuzzleShading(dog) + drawWhiskerRoots(dog);
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

function drawMuzzleShading(dog: Sitter): string {
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
  const line = mix(INK, muzzleColor(dog), 0.12);
  const lip = d`M${x} ${noseY + noseWidth * 0.78 - 4}V${muzzleBottom - 34}`;
  const start = d`M${x} ${muzzleBottom - 36}`;
  const right = d`Q${x + muzzleWidth * 0.4} ${muzzleBottom - 8} ${x + muzzleWidth * 0.88} ${muzzleBottom - 44}`;
  const left = d`Q${x - muzzleWidth * 0.4} ${muzzleBottom - 8} ${x - muzzleWidth * 0.9} ${muzzleBottom - 44}`;
  return stroke(lip, line, 5) + stroke(`${start}${right}${start}${left}`, line, 5.5);
}

export function drawNose(dog: Sitter): string {
  const { shape, colors } = dog;
  const u = (part: number) => part * shape.noseWidth;
  const leather =
    d`M${u(-1)} ${u(-0.28)}Q${u(-1)} ${u(-0.62)} ${u(-0.5)} ${u(-0.62)}Q0 ${u(-0.72)} ${u(0.5)} ${u(-0.62)}` +
    d`Q${u(1)} ${u(-0.62)} ${u(1)} ${u(-0.28)}Q${u(0.98)} ${u(0.24)} ${u(0.42)} ${u(0.5)}Q${u(0.12)} ${u(0.82)} 0 ${u(0.82)}` +
    d`Q${u(-0.12)} ${u(0.82)} ${u(-0.42)} ${u(0.5)}Q${u(-0.98)} ${u(0.24)} ${u(-1)} ${u(-0.28)}Z`;
  const nostrils =
    d`M${u(-0.78)} ${u(-0.02)}q${u(0.3)} ${u(-0.26)} ${u(0.5)} ${u(0.12)}q${u(-0.3)} ${u(0.3)} ${u(-0.5)} ${u(-0.12)}Z` +
    d`M${u(0.78)} ${u(-0.02)}q${u(-0.3)} ${u(-0.26)} ${u(-0.5)} ${u(0.12)}q${u(0.3)} ${u(0.3)} ${u(0.5)} ${u(-0.12)}Z`;
  const shine = d`M${u(-0.66)} ${u(-0.4)}Q${u(-0.1)} ${u(-0.62)} ${u(0.4)} ${u(-0.46)}Q${u(-0.1)} ${u(-0.34)} ${u(-0.66)} ${u(-0.4)}Z`;
  return group(
    d`translate(${noseX(dog)} ${shape.noseY})`,
    path(leather, colors.nose) +
      path(nostrils, mix(colors.nose, "#000000", 0.6)) +
      path(shine, "#ffffff", { opacity: 0.32 }),
  );
}
