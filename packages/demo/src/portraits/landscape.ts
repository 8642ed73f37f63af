import { createRandom, type Random } from "../random.ts";
import { type Frame, USUAL_FRAME } from "./aspects.ts";
import type { Color } from "./color.ts";
import { d, type Point, polyline, round, spline } from "./geometry.ts";
import { ellipse, path } from "./svg.ts";

/** The land behind a dog. */
export type Land = {
  frame: Frame;
  random: Random;
  /** For what only wider frames show, so that the rest looks the same in every frame. */
  randomBeyond: Random;
};

export function createLand(frame: Frame, seed: number): Land {
  return { frame, random: createRandom(seed), randomBeyond: createRandom(-1 - seed) };
}

type Row = {
  /** Where the first thing is. */
  from: number;
  step: number;
  /** The number of things in the usual frame. */
  count: number;
};

/** Returns the places of things in a row, from left to right, with those that only a wider frame shows. */
export function placesOf(land: Land, { from, step, count }: Row): { x: number; random: Random }[] {
  const { frame, random, randomBeyond } = land;
  const before = Math.ceil(Math.max(0, USUAL_FRAME.left - frame.left) / step);
  const after = Math.ceil(Math.max(0, frame.right - USUAL_FRAME.right) / step);
  return Array.from({ length: before + count + after }, (_, at) => {
    const i = at - before;
    return { x: from + i * step, random: i >= 0 && i < count ? random : randomBeyond };
  });
}

export function disc(x: number, y: number, radius: number, fill: Color): string {
  return ellipse({ x, y, rx: radius }, fill);
}

/** `swing` is how far the crest deviates from `y`. */
type Crest = { y: number; swing: number };

/** Draws rolling ground from a crest at about `y` to the bottom of the picture. */
export function hill(land: Land, { y, swing }: Crest, fill: Color, bends = 5): string {
  const places = placesOf(land, { from: -100, step: 1400 / bends, count: bends + 1 });
  const crest = places.map(({ x, random }): Point => [x, y + (random() - 0.5) * swing * 2]);
  const { bottom } = land.frame;
  const [left, right] = [places.at(0)?.x ?? 0, places.at(-1)?.x ?? 0];
  const curve = polyline(spline(crest, { closed: false }));
  return path(d`M${left} ${bottom}L${curve}L${right} ${bottom}Z`, fill);
}

/** Draws a mountain range whose valleys are at about `y`. */
export function ridge(land: Land, { y, swing }: Crest, fill: Color, summits = 8): string {
  const step = 1300 / summits;
  const places = placesOf(land, { from: -50, step, count: summits });
  const { bottom } = land.frame;
  const left = places.at(0)?.x ?? 0;
  let crest = d`M${left} ${bottom}L${left} ${y}`;
  for (const { x, random } of places) {
    crest += d`L${x + step * (0.4 + random() * 0.2)} ${y - swing * (0.5 + random())}`;
    crest += d`L${x + step} ${y + (random() - 0.5) * swing * 0.4}`;
  }
  return path(d`${crest}L${left + step * places.length + 50} ${bottom}Z`, fill);
}

/** Draws a conifer with four tiers whose base is at (x, y). */
export function pine(x: number, y: number, height: number, fill: Color): string {
  let tiers = "";
  for (let i = 0; i < 4; i++) {
    const half = height * (0.1 + i * 0.055);
    const top = y - height + i * height * 0.2;
    tiers += d`M${x} ${top}L${x + half} ${top + height * 0.34}L${x - half} ${top + height * 0.34}Z`;
  }
  return path(`${tiers}M${round(x - 4)} ${round(y - 10)}h8v30h-8Z`, fill);
}
