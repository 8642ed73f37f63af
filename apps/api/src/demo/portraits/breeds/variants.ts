import type { Breed } from "@studbook/domain/breeds";
import type { BreedPortrait } from "../breed-portrait.ts";
import { BLACK, WHITE } from "./coat-colours.ts";

/** Another dog of a breed: colours add to the usual ones, markings take their place. */
type CoatVariant = Pick<BreedPortrait, "seed" | "scene" | "background" | "colours"> &
  Partial<Pick<BreedPortrait, "markings" | "turn">>;

export const COAT_VARIANTS: Readonly<Partial<Record<Breed, readonly CoatVariant[]>>> = {
  "Labrador Retriever": [
    {
      seed: 13,
      scene: "loden",
      background: "pines",
      turn: -16,
      colours: {
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
      colours: {
        coat: "#dcb883",
        muzzle: "#e5c99b",
        ear: "#c79f67",
        iris: "#5a3416",
        collar: "#8c2f23",
      },
    },
  ],
  "French Bulldog": [
    {
      seed: 111,
      scene: "dawn",
      background: "studio",
      turn: -12,
      colours: {
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
      colours: {
        coat: "#e4d2b2",
        muzzle: "#ecdfc4",
        ear: "#d2ba94",
        chest: "#ecdfc4",
        collar: "#8c2f23",
      },
      markings: {},
    },
  ],
  "Golden Retriever": [
    {
      seed: 113,
      scene: "dusk",
      background: "lake",
      turn: -14,
      colours: { coat: "#e2c193", muzzle: "#ecd3ab", ear: "#cba670", chest: "#eed7b2" },
    },
    {
      seed: 114,
      scene: "sky",
      background: "pines",
      colours: { coat: "#ad6b31", muzzle: "#bf8248", ear: "#8f5424", chest: "#c28a52" },
    },
  ],
  "German Shepherd Dog": [
    {
      seed: 115,
      scene: "wheat",
      background: "pines",
      turn: -14,
      colours: {
        coat: "#393331",
        muzzle: "#2f2a28",
        ear: "#2d2826",
        chest: "#4a4340",
        body: "#342f2d",
      },
      markings: { mask: "#2b2624" },
    },
  ],
  "Poodle (Standard)": [
    {
      seed: 116,
      scene: "dawn",
      background: "studio",
      turn: -12,
      colours: { coat: "#332f2e", muzzle: "#403a38", ear: "#292524", body: "#332f2e" },
    },
    {
      seed: 117,
      scene: "sky",
      background: "hills",
      colours: { coat: "#b8743d", muzzle: "#c48650", ear: "#a3622f", body: "#b8743d" },
    },
  ],
  Dachshund: [
    {
      seed: 118,
      scene: "wheat",
      background: "field",
      colours: {
        coat: "#2c2725",
        muzzle: "#a35a2c",
        ear: "#231f1d",
        chest: "#a35a2c",
        collar: "#8c2f23",
      },
      markings: { brow: "#b0672f" },
    },
  ],
  "Australian Shepherd": [
    {
      seed: 119,
      scene: "sage",
      background: "hills",
      turn: -14,
      colours: { coat: BLACK, ear: "#221f1d", body: BLACK, leftIris: "#6e4320" },
      markings: { face: "#a9632c", cap: BLACK, capY: 46, blaze: WHITE, blazeWidth: 16 },
    },
  ],
  "Pembroke Welsh Corgi": [
    {
      seed: 120,
      scene: "dawn",
      background: "hills",
      turn: -12,
      colours: { coat: "#2f2a28", ear: "#272322", body: "#2f2a28" },
      markings: { face: "#b87436", cap: "#2f2a28", capY: 36, blaze: WHITE, blazeWidth: 14 },
    },
  ],
  Boxer: [
    {
      seed: 121,
      scene: "sage",
      background: "field",
      turn: -14,
      colours: { coat: "#7c4f2c", ear: "#64401f", collar: "#8c2f23" },
      markings: { mask: "#33271f", brindle: "#3a271a" },
    },
  ],
  "Cavalier King Charles Spaniel": [
    {
      seed: 122,
      scene: "sky",
      background: "lake",
      turn: -14,
      colours: { coat: "#332d2b", ear: "#292423" },
      markings: { face: "#a5602c", cap: "#332d2b", blaze: WHITE, blazeWidth: 26 },
    },
  ],
  "Doberman Pinscher": [
    {
      seed: 123,
      scene: "slate",
      background: "hills",
      turn: -14,
      colours: {
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
      colours: {
        coat: "#636a73",
        muzzle: "#6f767f",
        ear: "#525962",
        iris: "#8a6a3a",
        collar: "#8c2f23",
      },
      markings: {},
    },
  ],
  "Miniature Schnauzer": [
    {
      seed: 125,
      scene: "loden",
      background: "hills",
      colours: {
        coat: "#353231",
        muzzle: "#403c3b",
        ear: "#2a2726",
        chest: "#3f3b3a",
        beard: "#4f4a48",
        collar: "#b5862f",
      },
    },
  ],
  "Siberian Husky": [
    {
      seed: 126,
      scene: "dusk",
      background: "peaks",
      turn: -12,
      colours: { coat: "#a5673a", ear: "#8a522b", body: "#b0733f", nose: "#6b3f2c" },
    },
  ],
  "Border Collie": [
    {
      seed: 127,
      scene: "wheat",
      background: "field",
      colours: { coat: "#7c4526", ear: "#693820", nose: "#5b3322", iris: "#b98236" },
    },
  ],
  Chihuahua: [
    {
      seed: 128,
      scene: "sage",
      background: "studio",
      turn: -12,
      colours: {
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
      colours: { coat: "#f0e7d6", muzzle: "#f6f0e3", ear: "#e2d4bd", chest: "#f5eee0" },
    },
  ],
  "Cocker Spaniel": [
    {
      seed: 130,
      scene: "sky",
      background: "studio",
      colours: { coat: "#302b2a", ear: "#272322", chest: "#3b3533", muzzle: "#3b3533" },
    },
  ],
  "German Shorthaired Pointer": [
    {
      seed: 131,
      scene: "sage",
      background: "lake",
      turn: -14,
      colours: {
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
  Other: [
    {
      seed: 132,
      scene: "dusk",
      background: "hills",
      turn: -14,
      colours: {
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
};
