import { mix } from "./color.ts";
import { d } from "./geometry.ts";
import { disc, hill, type Land, pine, placesOf, ridge } from "./landscape.ts";
import type { Scene } from "./scenes.ts";
import { ellipse, path, ring, stroke } from "./svg.ts";

export type BackgroundKind = "studio" | "hills" | "pines" | "peaks" | "field" | "lake";

const PAINTERS: Record<BackgroundKind, (scene: Scene, land: Land) => string> = {
  studio,
  hills,
  pines,
  peaks,
  field,
  lake,
};

/** Draws a landscape in flat colors, or the plain disc of a studio, to the edges of the frame. */
export function drawBackground(kind: BackgroundKind, scene: Scene, land: Land): string {
  const { left, top, right, bottom } = land.frame;
  const stops = `<stop offset="0" stop-color="${scene.sky}"/><stop offset="1" stop-color="${scene.horizon}"/>`;
  const sky = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs>`;
  const corner = left === 0 && top === 0 ? "" : ` x="${left}" y="${top}"`;
  return `${sky}<rect${corner} width="${right - left}" height="${bottom - top}" fill="url(#sky)"/>${PAINTERS[kind](scene, land)}`;
}

function studio({ sun, far }: Scene, land: Land): string {
  return (
    ellipse({ x: 600, y: 400, rx: 330 }, sun, { opacity: 0.75 }) +
    ring({ x: 600, y: 400, rx: 352 }, sun, 5, { opacity: 0.7 }) +
    path(ground(land, 760), far, { opacity: 0.35 })
  );
}

function hills({ horizon, sun, far, middle, near }: Scene, land: Land): string {
  return (
    disc(880, 230, 120, sun) +
    hill(land, { y: 560, swing: 60 }, mix(far, horizon, 0.35)) +
    hill(land, { y: 640, swing: 55 }, far) +
    hill(land, { y: 720, swing: 45 }, middle) +
    hill(land, { y: 810, swing: 30 }, near)
  );
}

function pines({ horizon, sun, far, middle, near }: Scene, land: Land): string {
  const { frame, random } = land;
  let picture = disc(290, 240, 110, sun);
  picture += hill(land, { y: 590, swing: 40 }, mix(far, horizon, 0.3));
  for (const place of placesOf(land, { from: 0, step: 88, count: 15 })) {
    const x = place.x + place.random() * 40 - 20;
    const y = 700 + place.random() * 30;
    const height = 170 + place.random() * 150;
    picture += pine(x, y, height, mix(far, middle, place.random() * 0.5));
  }
  picture += hill(land, { y: 700, swing: 25 }, middle);
  for (let i = 0; i < 6; i++) {
    const fromEdge = (i % 3) * 95 + random() * 40;
    const x = i < 3 ? frame.left + fromEdge : frame.right - fromEdge;
    picture += pine(x, 860, 330 + random() * 170, near);
  }
  return picture + hill(land, { y: 815, swing: 20 }, near);
}

function peaks({ horizon, sun, far, middle, near }: Scene, land: Land): string {
  return (
    disc(600, 260, 170, sun) +
    ridge(land, { y: 590, swing: 170 }, mix(far, horizon, 0.45), 5) +
    ridge(land, { y: 660, swing: 110 }, far, 7) +
    hill(land, { y: 740, swing: 30 }, middle) +
    hill(land, { y: 820, swing: 25 }, near)
  );
}

const HORIZON = 640;

function field({ sun, far, middle, near }: Scene, land: Land): string {
  const { left, right, bottom } = land.frame;
  let picture = disc(260, 300, 140, sun) + hill(land, { y: 600, swing: 22 }, middle, 4);
  picture += path(ground(land, HORIZON), far);
  const furrow = mix(far, middle, 0.55);
  const depth = (bottom - HORIZON) / (900 - HORIZON);
  for (const place of placesOf(land, { from: -9 * 60, step: 60, count: 19 })) {
    const i = place.x / 60;
    const [away, here] = [600 + i * 26, 600 + i * (26 + 164 * depth)];
    picture += path(d`M${away} 640L${here} ${bottom}h46L${away + 5} 640Z`, furrow);
  }
  for (const { x } of placesOf(land, { from: 10, step: 165, count: 8 })) {
    picture += path(d`M${x} 610h16v110h-16Z`, near);
  }
  return (
    picture + path(d`M${left} 635H${right}v10H${left}ZM${left} 672H${right}v10H${left}Z`, near)
  );
}

function lake({ sky, horizon, sun, far, middle, near }: Scene, land: Land): string {
  let picture = disc(840, 320, 120, sun);
  picture += ridge(land, { y: 500, swing: 90 }, mix(far, horizon, 0.35), 6);
  picture += hill(land, { y: 540, swing: 18 }, middle);
  picture += path(ground(land, 560), mix(sky, far, 0.35));
  for (let i = 0; i < 22; i++) {
    for (const { x, random } of placesOf(land, { from: 0, step: 1200, count: 1 })) {
      const width = 60 + random() * 240;
      const wave = d`M${x + random() * 1200 - 57.5} ${582.5 + i * 14}h${width - 5}`;
      picture += stroke(wave, i % 3 ? mix(sky, far, 0.55) : sun, 5, { opacity: 0.7 });
    }
  }
  return picture + hill(land, { y: 850, swing: 20 }, near);
}

/** Returns the path of level ground from `y` to the bottom. */
function ground({ frame: { left, right, bottom } }: Land, y: number): string {
  return d`M${left} ${y}H${right}V${bottom}H${left}Z`;
}
