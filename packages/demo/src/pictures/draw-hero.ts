import type { Breed } from "@studbook/domain/breeds";
import { PORTRAITS } from "../portraits/breeds/portraits.ts";
import type { Color } from "../portraits/color.ts";
import { drawFrontFigure } from "../portraits/front/front-portrait.ts";
import { d } from "../portraits/geometry.ts";
import { pine } from "../portraits/landscape.ts";
import { document, ellipse, group, path } from "../portraits/svg.ts";

const HERO = { width: 2000, height: 1000 } as const;

type HeroScene = {
  sky: readonly [top: Color, middle: Color, horizon: Color];
  sun: Color;
  /** From far to near. */
  hills: readonly [Color, Color, Color, Color, Color, Color];
};

export const HERO_SCENES = {
  light: {
    sky: ["#f3ead0", "#ecd0a2", "#e5b68a"],
    sun: "#fbf3da",
    hills: ["#c9c49a", "#a3ad86", "#7d9373", "#56765f", "#335747", "#23443a"],
  },
  dark: {
    sky: ["#1b2529", "#2f4045", "#7b6a5a"],
    sun: "#e9cf9c",
    hills: ["#4d5a55", "#3d4c47", "#2f403b", "#24342f", "#1a2824", "#131f1b"],
  },
} as const satisfies Record<string, HeroScene>;

/** Draws three dogs on a hill in front of a low sun. Returns an SVG document of 2000 by 1000 pixels. */
export function drawHero({ sky, sun, hills }: HeroScene): string {
  const picture =
    drawSky(sky) +
    ellipse({ x: 1390, y: 400, rx: 270 }, sun, { opacity: 0.95 }) +
    ellipse({ x: 1390, y: 400, rx: 310 }, sun, { opacity: 0.18 }) +
    hill(600, [20, -60, 30, -90, 10, -50], hills[0]) +
    hill(660, [0, 40, -30, 20, -40, 10], hills[1]) +
    hill(720, [-30, 20, -20, 30, -10, 20], hills[2]) +
    drawWood(hills[3]) +
    hill(770, [10, -10, 20, -16, 14, 0], hills[3]) +
    hill(840, [-10, 24, -8, 16, -14, 10], hills[4]) +
    dog("German Shepherd Dog", { x: 1040, y: 610, size: 0.82, turn: 16 }) +
    dog("English Springer Spaniel", { x: 1745, y: 640, size: 0.8, turn: -16 }) +
    dog("Golden Retriever", { x: 1400, y: 560, size: 1.02, turn: -8 }) +
    hill(945, [0, -14, 10, -12, 8, -6], hills[5]);
  return document(picture, { left: 0, top: 0, right: HERO.width, bottom: HERO.height }, HERO);
}

function drawSky([top, middle, horizon]: HeroScene["sky"]): string {
  const stops = [
    `<stop offset="0" stop-color="${top}"/>`,
    `<stop offset=".55" stop-color="${middle}"/>`,
    `<stop offset=".8" stop-color="${horizon}"/>`,
  ];
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops.join("")}</linearGradient></defs><rect width="${HERO.width}" height="${HERO.height}" fill="url(#sky)"/>`;
}

/** Draws a hill whose crest deviates from `y` by `swings`. */
function hill(y: number, swings: readonly number[], fill: Color): string {
  const width = (HERO.width + 40) / (swings.length - 1);
  const crest = swings.map((swing, i) => {
    const x = i * width - 20;
    const before = y + (swings[i - 1] ?? swing);
    const bend = x - width / 2;
    return i === 0
      ? d`L${x} ${y + swing}`
      : d`C${bend} ${before} ${bend} ${y + swing} ${x} ${y + swing}`;
  });
  return path(`M-20 1000${crest.join("")}L2020 1000Z`, fill);
}

function drawWood(fill: Color): string {
  const trees = Array.from({ length: 26 }, (_, i) =>
    pine(20 + i * 80 + ((i * 37) % 29), 775 + ((i * 53) % 23), 70 + ((i * 47) % 61), fill),
  );
  return trees.join("");
}

type Place = { x: number; y: number; size: number; turn: number };

function dog(breed: Breed, { x, y, size, turn }: Place): string {
  const figure = drawFrontFigure(PORTRAITS[breed], { turn }, `x${x}-`);
  return group(`translate(${x} ${y}) scale(${size})`, figure);
}
