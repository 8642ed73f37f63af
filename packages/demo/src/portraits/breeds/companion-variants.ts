import { WHITE } from "./coat-colors.ts";
import type { VariantsByBreed } from "./coat-variant.ts";

export const COMPANION_VARIANTS = {
  "French Bulldog": [
    {
      seed: 111,
      scene: "dawn",
      background: "studio",
      turn: -12,
      colors: {
        coat: "#cda06a",
        muzzle: "#4a3a32",
        ear: "#a87f50",
        chest: "#dcb98a",
        collar: "#24443a",
      },
      markings: { mask: "#463730" },
    },
    {
      seed: 112,
      scene: "slate",
      background: "studio",
      colors: {
        coat: "#e4d2b2",
        muzzle: "#ecdfc4",
        ear: "#d2ba94",
        chest: "#ecdfc4",
        collar: "#8c2f23",
      },
      markings: {},
    },
  ],
  "Poodle (Standard)": [
    {
      seed: 116,
      scene: "dawn",
      background: "studio",
      turn: -12,
      colors: { coat: "#332f2e", muzzle: "#403a38", ear: "#292524", body: "#332f2e" },
    },
    {
      seed: 117,
      scene: "sky",
      background: "hills",
      colors: { coat: "#b8743d", muzzle: "#c48650", ear: "#a3622f", body: "#b8743d" },
    },
  ],
  "Cavalier King Charles Spaniel": [
    {
      seed: 122,
      scene: "sky",
      background: "lake",
      turn: -14,
      colors: { coat: "#332d2b", ear: "#292423" },
      markings: { face: "#a5602c", cap: "#332d2b", blaze: WHITE, blazeWidth: 26 },
    },
  ],
  "Miniature Schnauzer": [
    {
      seed: 125,
      scene: "loden",
      background: "hills",
      colors: {
        coat: "#353231",
        muzzle: "#403c3b",
        ear: "#2a2726",
        chest: "#3f3b3a",
        beard: "#4f4a48",
        collar: "#b5862f",
      },
    },
  ],
  Chihuahua: [
    {
      seed: 128,
      scene: "sage",
      background: "studio",
      turn: -12,
      colors: {
        coat: "#322c2a",
        muzzle: "#b0703c",
        ear: "#292422",
        chest: "#c08a55",
        collar: "#b5862f",
      },
      markings: { brow: "#b97a42" },
    },
  ],
  Pomeranian: [
    {
      seed: 129,
      scene: "loden",
      background: "studio",
      turn: -12,
      colors: { coat: "#f0e7d6", muzzle: "#f6f0e3", ear: "#e2d4bd", chest: "#f5eee0" },
    },
  ],
  Other: [
    {
      seed: 132,
      scene: "dusk",
      background: "hills",
      turn: -14,
      colors: {
        coat: "#4a4340",
        muzzle: "#8a7a6a",
        ear: "#39332f",
        chest: WHITE,
        beard: "#9a8a78",
        collar: "#8c2f23",
      },
      markings: { brow: "#a9794a" },
    },
  ],
} as const satisfies VariantsByBreed;
