import type { Random } from "../random.ts";
import { mix } from "./color.ts";
import { d } from "./geometry.ts";
import { disc, hill, pine, ridge } from "./landscape.ts";
import type { Scene } from "./scenes.ts";
import { ellipse, path, ring, stroke } from "./svg.ts";

export type BackgroundKind = "studio" | "hills" | "pines" | "peaks" | "field" | "lake";

const PAINTERS: Record<BackgroundKind, (scene: Scene, random: Random) => string> = {
  studio,
  hills,
  pines,
  peaks,
  field,
  lake,
};

/** Draws a landscape in flat colors, or the plain disc of a studio. */
export function drawBackground(kind: BackgroundKind, scene: Scene, random: Random): string {
  const stops = `<stop offset="0" stop-color="${scene.sky}"/><stop offset="1" stop-color="${scene.horizon}"/>`;
  const sky = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs>`;
  return `${sky}<rect width="1200" height="900" fill="url(#sky)"/>${PAINTERS[kind](scene, random)}`;
}

function studio({ sun, far }: Scene): string {
  return (
    ellipse({ x: 600, y: 400, rx: 330 }, sun, { opacity: 0.75 }) +
    ring({ x: 600, y: 400, rx: 352 }, sun, 5, { opacity: 0.7 }) +
    path("M0 760H1200V900H0Z", far, { opacity: 0.35 })
  );
}

function hills({ horizon, sun, far, middle, near }: Scene, random: Random): string {
  return (
    disc(880, 230, 120, sun) +
    hill(560, 60, mix(far, horizon, 0.35), random) +
    hill(640, 55, far, random) +
    hill(720, 45, middle, random) +
    hill(810, 30, near, random)
  );
}

function pines({ horizon, sun, far, middle, near }: Scene, random: Random): string {
  let picture = disc(290, 240, 110, sun) + hill(590, 40, mix(far, horizon, 0.3), random);
  for (let i = 0; i < 15; i++) {
    const x = i * 88 + random() * 40 - 20;
    const y = 700 + random() * 30;
    const height = 170 + random() * 150;
    picture += pine(x, y, height, mix(far, middle, random() * 0.5));
  }
  picture += hill(700, 25, middle, random);
  for (let i = 0; i < 6; i++) {
    const fromEdge = (i % 3) * 95 + random() * 40;
    picture += pine(i < 3 ? fromEdge : 1200 - fromEdge, 860, 330 + random() * 170, near);
  }
  return picture + hill(815, 20, near, random);
}

function peaks({ horizon, sun, far, middle, near }: Scene, random: Random): string {
  return (
    disc(600, 260, 170, sun) +
    ridge(590, 170, mix(far, horizon, 0.45), random, 5) +
    ridge(660, 110, far, random, 7) +
    hill(740, 30, middle, random) +
    hill(820, 25, near, random)
  );
}

function field({ sun, far, middle, near }: Scene, random: Random): string {
  let picture = disc(260, 300, 140, sun) + hill(600, 22, middle, random, 4);
  picture += path("M0 640H1200V900H0Z", far);
  const furrow = mix(far, middle, 0.55);
  for (let i = -9; i <= 9; i++) {
    picture += path(d`M${600 + i * 26} 640L${600 + i * 190} 900h46L${605 + i * 26} 640Z`, furrow);
  }
  for (let i = 0; i < 8; i++) picture += path(d`M${i * 165 + 10} 610h16v110h-16Z`, near);
  return picture + path("M0 635H1200v10H0ZM0 672H1200v10H0Z", near);
}

function lake({ sky, horizon, sun, far, middle, near }: Scene, random: Random): string {
  let picture = disc(840, 320, 120, sun) + ridge(500, 90, mix(far, horizon, 0.35), random, 6);
  picture += hill(540, 18, middle, random);
  picture += path("M0 560H1200V900H0Z", mix(sky, far, 0.35));
  for (let i = 0; i < 22; i++) {
    const width = 60 + random() * 240;
    const wave = d`M${random() * 1200 - 57.5} ${582.5 + i * 14}h${width - 5}`;
    picture += stroke(wave, i % 3 ? mix(sky, far, 0.55) : sun, 5, { opacity: 0.7 });
  }
  return picture + hill(850, 20, near, random);
}
