import { mix } from "../colour.ts";
import { d } from "../geometry.ts";
import { group, path } from "../svg.ts";
import { noseX } from "./muzzle.ts";
import type { Sitter } from "./sitter.ts";

export function drawNose(dog: Sitter): string {
  const { shape, colours } = dog;
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
    path(leather, colours.nose) +
      path(nostrils, mix(colours.nose, "#000000", 0.6)) +
      path(shine, "#ffffff", { opacity: 0.32 }),
  );
}
