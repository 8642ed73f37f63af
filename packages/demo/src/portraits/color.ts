/** '#rrggbb' */
export type Color = `#${string}`;

export const INK = "#1d1510";
export const PUPIL = "#0e0a08";
export const GLINT = "#fffdf5";
export const WARM_LIGHT = "#fff1d6";
/** Drawn almost transparent over areas that face away from the light. */
export const SHADOW = "#1c1d26";
const COOL_SHADE = "#20242c";

function channels(color: Color): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Interpolates from `a` (`t` = 0) to `b` (`t` = 1). */
export function mix(a: Color, b: Color, t: number): Color {
  const target = channels(b);
  const mixed = channels(a).map((v, i) => Math.round(v + ((target[i] ?? v) - v) * t));
  return `#${mixed.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

export function shade(color: Color, t = 0.28): Color {
  return mix(color, COOL_SHADE, t);
}

export function lighten(color: Color, t = 0.22): Color {
  return mix(color, WARM_LIGHT, t);
}
