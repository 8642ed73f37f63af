import type { Color } from "./color.ts";

export type Scene = {
  sky: Color;
  horizon: Color;
  sun: Color;
  far: Color;
  middle: Color;
  near: Color;
};

export const SCENES = {
  dawn: {
    sky: "#f3d9b0",
    horizon: "#e9b98a",
    sun: "#fbe9c8",
    far: "#b9825c",
    middle: "#8a5d47",
    near: "#5b4236",
  },
  sage: {
    sky: "#e4e3cb",
    horizon: "#c9cfae",
    sun: "#f4efd9",
    far: "#9aa783",
    middle: "#6f8268",
    near: "#455a4a",
  },
  slate: {
    sky: "#d5dcdc",
    horizon: "#aebfc4",
    sun: "#eef0e8",
    far: "#839aa3",
    middle: "#5d7581",
    near: "#3c515d",
  },
  dusk: {
    sky: "#e7b48c",
    horizon: "#c9827a",
    sun: "#f7d9a8",
    far: "#8f5e6c",
    middle: "#5f4559",
    near: "#3a3145",
  },
  loden: {
    sky: "#c8d2bd",
    horizon: "#9db39f",
    sun: "#e9ead3",
    far: "#66846f",
    middle: "#3f6152",
    near: "#24443a",
  },
  wheat: {
    sky: "#efdfae",
    horizon: "#e0c07a",
    sun: "#f9f0cf",
    far: "#c19a51",
    middle: "#93733a",
    near: "#5f4e2b",
  },
  sky: {
    sky: "#dfe7e3",
    horizon: "#b8d0d2",
    sun: "#faf6e4",
    far: "#8fae9c",
    middle: "#628571",
    near: "#3f5f4d",
  },
  rust: {
    sky: "#efd3bb",
    horizon: "#d99f7b",
    sun: "#f9e6cc",
    far: "#b06a4b",
    middle: "#7d4636",
    near: "#4b2e29",
  },
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;

/** In a fixed order, since portraits pick their scene by index. */
export const SCENE_NAMES = [
  "dawn",
  "sage",
  "slate",
  "dusk",
  "loden",
  "wheat",
  "sky",
  "rust",
] as const satisfies readonly SceneName[];
