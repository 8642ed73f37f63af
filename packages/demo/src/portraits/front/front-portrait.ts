import { createRandom } from "../../random.ts";
import { type Aspect, frameOf, sizeOf } from "../aspects.ts";
import { type BackgroundKind, drawBackground } from "../background.ts";
import type { BreedPortrait } from "../breed-portrait.ts";
import { createLand } from "../landscape.ts";
import { SCENES, type SceneName } from "../scenes.ts";
import { createPen, document, group } from "../svg.ts";
import { drawBody } from "./body.ts";
import { drawCollar } from "./collar.ts";
import { drawEars } from "./ears.ts";
import { drawEyes } from "./eyes.ts";
import { drawBeard, drawFringe, drawTopknot } from "./hair.ts";
import { drawHead } from "./head.ts";
import { drawMuzzle, drawNose } from "./muzzle.ts";
import { createSitter } from "./sitter.ts";

export const DEFAULT_TURN = 14;
export const DEFAULT_ZOOM = 1.16;
export const DEFAULT_Y = 396;

type Pose = { take?: number; turn?: number; tilt?: number };

/** Draws only the dog, centered between its eyes. `idPrefix` keeps IDs unique if a document has several dogs. */
export function drawFrontFigure(
  portrait: BreedPortrait,
  pose: Pose = {},
  idPrefix?: string,
): string {
  const random = createRandom(portrait.seed * 977 + (pose.take ?? 0) * 131);
  const dog = createSitter(
    portrait,
    createPen(random, idPrefix),
    pose.turn ?? portrait.turn ?? DEFAULT_TURN,
  );
  const neck = drawBody(dog) + drawCollar(dog);
  const ears = drawEars(dog);
  const head =
    ears.behind +
    drawHead(dog) +
    drawMuzzle(dog) +
    drawBeard(dog) +
    drawNose(dog) +
    drawEyes(dog) +
    drawTopknot(dog) +
    ears.over +
    drawFringe(dog);
  return neck + group(`rotate(${pose.tilt ?? 0} 0 120)`, head);
}

type Framing = Pose & { scene?: SceneName; background?: BackgroundKind; zoom?: number; y?: number };

/** Draws the dog from the front with a background. Returns an SVG document. */
export function drawFrontPortrait(
  portrait: BreedPortrait,
  aspect: Aspect,
  framing: Framing = {},
): string {
  const scene = SCENES[framing.scene ?? portrait.scene];
  const land = createLand(frameOf(aspect), portrait.seed * 31 + (framing.take ?? 0) * 7);
  const background = drawBackground(framing.background ?? portrait.background, scene, land);
  const zoom = (framing.zoom ?? portrait.zoom ?? DEFAULT_ZOOM) * 1.14;
  const roomForEars = ["prick", "bat", "butterfly", "semi"].includes(portrait.ears) ? 42 : 0;
  const y = (framing.y ?? portrait.y ?? DEFAULT_Y) + roomForEars;
  const figure = drawFrontFigure(portrait, framing);
  const picture = background + group(`translate(600 ${y}) scale(${zoom})`, figure);
  return document(picture, frameOf(aspect), sizeOf(aspect));
}
