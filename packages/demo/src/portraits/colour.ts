/** A colour as '#rrggbb'. */
export type Colour = `#${string}`;

export const INK = "#1d1510";
export const PUPIL = "#0e0a08";
export const GLINT = "#fffdf5";
export const WARM_LIGHT = "#fff1d6";
/** Laid over everything that turns away from the light, mostly transparent. */
export const SHADOW = "#1c1d26";
const COOL_SHADE = "#20242c";

function channels(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour `t` of the way from `a` to `b`. */
export function mix(a: Colour, b: Colour, t: number): Colour {
  const target = channels(b);
  const mixed = channels(a).map((v, i) => Math.round(v + ((target[i] ?? v) - v) * t));
  return `#${mixed.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

export function shade(colour: Colour, t = 0.28): Colour {
  return mix(colour, COOL_SHADE, t);
}

export function lighten(colour: Colour, t = 0.22): Colour {
  return mix(colour, WARM_LIGHT, t);
}
