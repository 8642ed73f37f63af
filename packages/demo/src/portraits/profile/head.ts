import { coatOutline } from "../coat.ts";
import { SHADOW } from "../color.ts";
import { d, type Point } from "../geometry.ts";
import { path, planes } from "../svg.ts";
import { drawHeadMarkings } from "./markings.ts";
import { type Sitter, SKULL_LENGTH } from "./sitter.ts";

/** Draws skull and muzzle in one outline, with markings and shading. */
export function drawHead(dog: Sitter): string {
  const { pen, portrait, colors } = dog;
  const coat = portrait.coat === "long" ? "plush" : portrait.coat;
  const outline = coatOutline(headOutline(dog), coat, pen.random, { tuftedAt: ([x]) => x < 20 });
  const inside = drawHeadMarkings(dog) + drawShading(dog);
  return planes(pen, outline, colors.coat, { dx: -8, dy: -14, inside });
}

function headOutline({ shape }: Sitter): Point[] {
  const { muzzleLength, mouthY, stop, skullHeight, jawY, lip } = shape;
  return [
    [muzzleLength, 24],
    [muzzleLength - 14, 4],
    [muzzleLength * 0.62, 6],
    [46, 2],
    [22, -stop],
    [-20, -stop - 34],
    [-80, -skullHeight],
    [-SKULL_LENGTH + 10, -skullHeight * 0.78],
    [-SKULL_LENGTH - 18, -10],
    [-SKULL_LENGTH + 6, 90],
    [-70, 150],
    [-10, jawY + 10],
    [50, jawY + lip * 0.5],
    [muzzleLength * 0.66, jawY - 6 + lip],
    [muzzleLength - 10, jawY - 22],
    [muzzleLength + 2, mouthY + 8],
  ];
}

function drawShading({ shape: { muzzleLength, jawY } }: Sitter): string {
  const jaw = d`M${muzzleLength + 40} ${jawY * 0.62}Q${muzzleLength * 0.4} ${jawY * 0.8} 20 70Q-20 60 -40 110L-60 240H300Z`;
  const bridge = d`M46 20Q${muzzleLength * 0.5} 44 ${muzzleLength - 30} 40Q${muzzleLength * 0.5} 66 40 60Z`;
  return path(jaw, SHADOW, { opacity: 0.16 }) + path(bridge, SHADOW, { opacity: 0.1 });
}
