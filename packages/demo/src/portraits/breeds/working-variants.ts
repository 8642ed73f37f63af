import { BLACK, WHITE } from "./coat-colors.ts";
import type { VariantsByBreed } from "./coat-variant.ts";

export const WORKING_VARIANTS = {
  "German Shepherd Dog": [
    {
      seed: 115,
      scene: "wheat",
      background: "pines",
      turn: -14,
      colors: {
        coat: "#393331",
        muzzle: "#2f2a28",
        ear: "#2d2826",
        chest: "#4a4340",
        body: "#342f2d",
      },
      markings: { mask: "#2b2624" },
    },
  ],
  "Australian Shepherd": [
    {
      seed: 119,
      scene: "sage",
      background: "hills",
      turn: -14,
      colors: { coat: BLACK, ear: "#221f1d", body: BLACK, leftIris: "#6e4320" },
      markings: { face: "#a9632c", cap: BLACK, capY: 46, blaze: WHITE, blazeWidth: 16 },
    },
  ],
  "Pembroke Welsh Corgi": [
    {
      seed: 120,
      scene: "dawn",
      background: "hills",
      turn: -12,
      colors: { coat: "#2f2a28", ear: "#272322", body: "#2f2a28" },
      markings: { face: "#b87436", cap: "#2f2a28", capY: 36, blaze: WHITE, blazeWidth: 14 },
    },
  ],
  Boxer: [
    {
      seed: 121,
      scene: "sage",
      background: "field",
      turn: -14,
      colors: { coat: "#7c4f2c", ear: "#64401f", collar: "#8c2f23" },
      markings: { mask: "#33271f", brindle: "#3a271a" },
    },
  ],
  "Doberman Pinscher": [
    {
      seed: 123,
      scene: "slate",
      background: "hills",
      turn: -14,
      colors: {
        coat: "#5d3421",
        muzzle: "#a9683a",
        ear: "#4c2918",
        chest: "#a9683a",
        nose: "#3d251a",
        iris: "#a9712f",
      },
    },
  ],
  "Great Dane": [
    {
      seed: 124,
      scene: "loden",
      background: "hills",
      colors: {
        coat: "#636a73",
        muzzle: "#6f767f",
        ear: "#525962",
        iris: "#8a6a3a",
        collar: "#8c2f23",
      },
      markings: {},
    },
  ],
  "Siberian Husky": [
    {
      seed: 126,
      scene: "dusk",
      background: "peaks",
      turn: -12,
      colors: { coat: "#a5673a", ear: "#8a522b", body: "#b0733f", nose: "#6b3f2c" },
    },
  ],
  "Border Collie": [
    {
      seed: 127,
      scene: "wheat",
      background: "field",
      colors: { coat: "#7c4526", ear: "#693820", nose: "#5b3322", iris: "#b98236" },
    },
  ],
} as const satisfies VariantsByBreed;
