import { createRandom } from "../../random.ts";
import { type Aspect, frameOf, sizeOf } from "../aspects.ts";
import { type BackgroundKind, drawBackground } from "../background.ts";
import type { BreedPortrait } from "../breed-portrait.ts";
import { createLand } from "../landscape.ts";
import { SCENES, type SceneName } from "../scenes.ts";
import { createPen, document, group } from "../svg.ts";
import { drawBody, drawCollar } from "./body.ts";
import { drawEar } from "./ears.ts";
import {
  drawBeard,
  drawBrowHair,
  drawEye,
  drawFringe,
  drawMouth,
  drawNose,
  drawTopknot,
} from "./face.ts";
import { drawHead } from "./head.ts";
import { createSitter } from "./sitter.ts";

const ZOOM = 1.22;

type Framing = { scene: SceneName; background: BackgroundKind; facesLeft: boolean };

/** Draws the dog from the side with a background. Returns an SVG document. */
export function drawProfilePortrait(
  portrait: BreedPortrait,
  aspect: Aspect,
  framing: Framing,
): string {
  const dog = createSitter(portrait, createPen(createRandom(portrait.seed * 53 + 5)));
  const figure =
    drawBody(dog) +
    drawCollar(dog) +
    drawHead(dog) +
    drawMouth(dog) +
    drawNose(dog) +
    drawBeard(dog) +
    drawEye(dog) +
    drawBrowHair(dog) +
    drawTopknot(dog) +
    drawFringe(dog) +
    drawEar(dog);
  const land = createLand(frameOf(aspect), portrait.seed * 71);
  const background = drawBackground(framing.background, SCENES[framing.scene], land);
  const pose = framing.facesLeft
    ? `translate(610 300) scale(${-ZOOM} ${ZOOM})`
    : `translate(590 300) scale(${ZOOM} ${ZOOM})`;
  return document(background + group(pose, figure), frameOf(aspect), sizeOf(aspect));
}
