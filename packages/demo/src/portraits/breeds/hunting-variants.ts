import type { VariantsByBreed } from "./coat-variant.ts";

export const HUNTING_VARIANTS = {
  "Labrador Retriever": [
    {
      seed: 13,
      scene: "loden",
      background: "pines",
      turn: -16,
      colors: {
        coat: "#6b4129",
        muzzle: "#774a30",
        ear: "#553220",
        nose: "#3d251a",
        iris: "#a9712f",
        collar: "#2f5245",
      },
    },
    {
      seed: 110,
      scene: "sky",
      background: "field",
      turn: -12,
      colors: {
        coat: "#dcb883",
        muzzle: "#e5c99b",
        ear: "#c79f67",
        iris: "#5a3416",
        collar: "#8c2f23",
      },
    },
  ],
  "Golden Retriever": [
    {
      seed: 113,
      scene: "dusk",
      background: "lake",
      turn: -14,
      colors: { coat: "#e2c193", muzzle: "#ecd3ab", ear: "#cba670", chest: "#eed7b2" },
    },
    {
      seed: 114,
      scene: "sky",
      background: "pines",
      colors: { coat: "#ad6b31", muzzle: "#bf8248", ear: "#8f5424", chest: "#c28a52" },
    },
  ],
  Dachshund: [
    {
      seed: 118,
      scene: "wheat",
      background: "field",
      colors: {
        coat: "#2c2725",
        muzzle: "#a35a2c",
        ear: "#231f1d",
        chest: "#a35a2c",
        collar: "#8c2f23",
      },
      markings: { brow: "#b0672f" },
    },
  ],
  "Cocker Spaniel": [
    {
      seed: 130,
      scene: "sky",
      background: "studio",
      colors: { coat: "#302b2a", ear: "#272322", chest: "#3b3533", muzzle: "#3b3533" },
    },
  ],
  "German Shorthaired Pointer": [
    {
      seed: 131,
      scene: "sage",
      background: "lake",
      turn: -14,
      colors: {
        coat: "#2f2a29",
        muzzle: "#3b3533",
        ear: "#262221",
        nose: "#221a17",
        body: "#a9a6a1",
        chest: "#bdbab4",
      },
      markings: { ticks: "#2f2a29" },
    },
  ],
} as const satisfies VariantsByBreed;
