import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Breed } from "@studbook/domain/breeds";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { SAMPLE_PHOTO_IDS } from "@studbook/domain/samples";
import sharp, { type Sharp } from "sharp";
import { drawHero, HERO_SCENES } from "../src/pictures/draw-hero.ts";
import type { Aspect } from "../src/portraits/aspects.ts";
import { drawPortrait, TAKES, type Take } from "../src/portraits/draw-portrait.ts";
import { renderPixels } from "../src/portraits/render-portrait.ts";

// Draws the pictures that are committed to the repository: pnpm --filter @studbook/demo pictures

const API_ASSETS = new URL("../../../apps/api/assets/", import.meta.url);
const WEB_PICTURES = new URL("../../../apps/web/src/assets/pictures/", import.meta.url);
const SAMPLE_BREEDS = ["Golden Retriever", "Labrador Retriever"] as const satisfies Breed[];
/** Galleries show photos uncropped, so those of each take have other proportions. */
const SAMPLE_ASPECTS = { 1: "4:3", 2: "3:2", 3: "3:4" } as const satisfies Record<Take, Aspect>;

/** The part of the hero picture that phones show. */
const HERO_ON_PHONES = { left: 810, top: 90, width: 1180, height: 900 };
/** Only the head, for round pictures. */
const HEAD = { left: 225, top: 60, width: 750, height: 750 };

await makeSamples();
await makeHeroes();
await saveWeb("lost-hound", await paint("Bloodhound", 2));
await saveWeb("weimaraner", await paint("Weimaraner", 1));
await saveWeb("bloodhound", (await paint("Bloodhound", 1)).extract(HEAD).resize(360, 360));
await saveWeb("corgi", (await paint("Pembroke Welsh Corgi", 1)).extract(HEAD).resize(360, 360));

/** Writes the photos of the sample ads in all widths of uploaded photos. */
async function makeSamples(): Promise<void> {
  for (const [ad, breed] of SAMPLE_BREEDS.entries()) {
    for (const [i, take] of TAKES.entries()) {
      for (const width of PHOTO_WIDTHS) {
        const file = `samples/${SAMPLE_PHOTO_IDS[ad]?.[i]}/${width}.webp`;
        const picture = await paint(breed, take, SAMPLE_ASPECTS[take]);
        await save(picture.resize({ width, withoutEnlargement: true }), new URL(file, API_ASSETS));
      }
    }
  }
}

async function makeHeroes(): Promise<void> {
  for (const [theme, scene] of Object.entries(HERO_SCENES)) {
    const hero = sharp(Buffer.from(drawHero(scene))).removeAlpha();
    await saveWeb(`hero-${theme}`, hero.clone().resize(1920));
    await saveWeb(`hero-phone-${theme}`, hero.clone().extract(HERO_ON_PHONES).resize(1000));
  }
}

async function paint(breed: Breed, take: Take, aspect: Aspect = "4:3"): Promise<Sharp> {
  const { data, raw } = await renderPixels(drawPortrait(breed, take, { aspect }));
  return sharp(data, { raw });
}

function saveWeb(name: string, picture: Sharp): Promise<void> {
  return save(picture, new URL(`${name}.webp`, WEB_PICTURES));
}

async function save(picture: Sharp, to: URL): Promise<void> {
  const file = fileURLToPath(to);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await picture.webp({ quality: 75, effort: 6 }).toBuffer());
}
