import type { Random } from "../random.ts";
import { type Colour, shade } from "./colour.ts";
import { round } from "./geometry.ts";

export const WIDTH = 1200;
export const HEIGHT = 900;

/** What one drawing uses up as it goes: its random numbers and the ids of its clip paths. */
export type Pen = { readonly random: Random; nextId(): string };

export function createPen(random: Random, idPrefix = "c"): Pen {
  let count = 0;
  return { random, nextId: () => `${idPrefix}${++count}` };
}

type Attributes = Readonly<Record<string, string | number>>;

function write(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}

export function path(data: string, fill: Colour, attributes: Attributes = {}): string {
  return `<path d="${data}" fill="${fill}"${write(attributes)}/>`;
}

/** A line with round ends. */
export function stroke(
  data: string,
  colour: Colour,
  width: number,
  attributes: Attributes = {},
): string {
  const line = { stroke: colour, "stroke-width": width, "stroke-linecap": "round", ...attributes };
  return `<path d="${data}" fill="none"${write(line)}/>`;
}

type Ellipse = { x: number; y: number; rx: number; ry?: number };

export function ellipse(
  { x, y, rx, ry = rx }: Ellipse,
  fill: Colour,
  attributes: Attributes = {},
): string {
  const shape = { cx: round(x), cy: round(y), rx: round(rx), ry: round(ry) };
  return `<ellipse${write(shape)} fill="${fill}"${write(attributes)}/>`;
}

/** The outline of a circle. */
export function ring(
  { x, y, rx }: Ellipse,
  colour: Colour,
  width: number,
  attributes: Attributes = {},
): string {
  const line = { cx: round(x), cy: round(y), r: round(rx), stroke: colour, "stroke-width": width };
  return `<circle${write(line)} fill="none"${write(attributes)}/>`;
}

export function group(transform: string, inner: string): string {
  return `<g transform="${transform}">${inner}</g>`;
}

/** Shows of `inner` only what lies inside the outline. */
export function clip(pen: Pen, outline: string, inner: string): string {
  const id = pen.nextId();
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${inner}</g>`;
}

type Planes = { dx?: number; dy?: number; shadow?: Colour; inside?: string };

/** A shape in two flat planes: its colour, moved towards the light, over its shade. */
export function planes(
  pen: Pen,
  outline: string,
  fill: Colour,
  { dx = -16, dy = -12, shadow = shade(fill), inside = "" }: Planes = {},
): string {
  const lit = path(outline, fill, { transform: `translate(${dx} ${dy})` });
  return clip(pen, outline, path(outline, shadow) + lit + inside);
}

export function document(inner: string, width = WIDTH, height = HEIGHT): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`;
}
