import { coatOutline } from "../coat.ts";
import type { Color } from "../color.ts";
import { d } from "../geometry.ts";
import { ellipse, path } from "../svg.ts";
import type { Sitter } from "./sitter.ts";

/** Draws merle, brindle, spots and ticking on the head. */
export function drawFlecks(dog: Sitter): string {
  const { merle, brindle, spots, ticks } = dog.markings;
  return (
    (merle ? drawMerle(dog, merle) : "") +
    (brindle ? drawBrindle(dog, brindle) : "") +
    (spots ? drawSpots(dog, spots) : "") +
    (ticks ? drawTicks(dog, ticks) : "")
  );
}

function drawMerle({ pen: { random }, shape }: Sitter, fill: Color): string {
  let picture = "";
  for (let i = 0; i < 22; i++) {
    const x = (random() - 0.5) * shape.cheekWidth * 2;
    const y = -shape.skullHeight + random() * 240;
    const r = 9 + random() * 22;
    if (Math.abs(x) < 34) continue;
    const patch = coatOutline(
      [
        [x - r, y],
        [x, y - r * 0.8],
        [x + r, y + r * 0.1],
        [x + r * 0.2, y + r],
      ],
      "plush",
      random,
      { scale: 0.5 },
    );
    picture += path(patch, fill, { opacity: 0.85 });
  }
  return picture;
}

function drawBrindle({ pen: { random }, shape }: Sitter, fill: Color): string {
  let picture = "";
  for (let i = 0; i < 30; i++) {
    const x = (random() - 0.5) * shape.cheekWidth * 2;
    const y = -shape.skullHeight + random() * 260;
    const stripe = d`M${x} ${y}q${10 + random() * 20} ${18 + random() * 20} 2 ${50 + random() * 30}q-4 -24 -2 -60Z`;
    picture += path(stripe, fill, { opacity: 0.55 });
  }
  return picture;
}

function drawSpots({ pen: { random }, shape }: Sitter, fill: Color): string {
  let picture = "";
  for (let i = 0; i < 15; i++) {
    const x = (random() - 0.5) * shape.cheekWidth * 2;
    const y = -shape.skullHeight + random() * 260;
    const rx = 8 + random() * 16;
    const touchesEye = Math.hypot(Math.abs(x) - shape.eyeX, y) < 44;
    if (!touchesEye) picture += ellipse({ x, y, rx, ry: rx * 0.85 }, fill);
  }
  return picture;
}

function drawTicks({ pen: { random }, shape, turn }: Sitter, fill: Color): string {
  let picture = "";
  for (let i = 0; i < 90; i++) {
    const at = { x: (random() - 0.5) * shape.muzzleWidth * 2.4 + turn, y: 20 + random() * 220 };
    const size = { rx: 2.5 + random() * 4, ry: 2.5 + random() * 4 };
    picture += ellipse({ ...at, ...size }, fill, { opacity: 0.7 });
  }
  return picture;
}
