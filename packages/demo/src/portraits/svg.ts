import type { Random } from "../random.ts";
import type { Frame } from "./aspects.ts";
import { type Color, shade } from "./color.ts";
import { round } from "./geometry.ts";

/** The state of one drawing: its random numbers and the IDs of its clip paths. */
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

export function path(data: string, fill: Color, attributes: Attributes = {}): string {
  return `<path d="${data}" fill="${fill}"${write(attributes)}/>`;
}

/** Draws a line with round ends. */
export function stroke(
  data: string,
  color: Color,
  width: number,
  attributes: Attributes = {},
): string {
  const line = { stroke: color, "stroke-width": width, "stroke-linecap": "round", ...attributes };
  return `<path d="${data}" fill="none"${write(line)}/>`;
}

type Ellipse = { x: number; y: number; rx: number; ry?: number };

export function ellipse(
  { x, y, rx, ry = rx }: Ellipse,
  fill: Color,
  attributes: Attributes = {},
): string {
  const shape = { cx: round(x), cy: round(y), rx: round(rx), ry: round(ry) };
  return `<ellipse${write(shape)} fill="${fill}"${write(attributes)}/>`;
}

/** Draws the outline of a circle. */
export function ring(
  { x, y, rx }: Ellipse,
  color: Color,
  width: number,
  attributes: Attributes = {},
): string {
  const line = { cx: round(x), cy: round(y), r: round(rx), stroke: color, "stroke-width": width };
  return `<circle${write(line)} fill="none"${write(attributes)}/>`;
}

export function group(transform: string, inner: string): string {
  return `<g transform="${transform}">${inner}</g>`;
}

/** Clips `inner` to the outline. */
export function clip(pen: Pen, outline: string, inner: string): string {
  const id = pen.nextId();
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${inner}</g>`;
}

type Planes = { dx?: number; dy?: number; shadow?: Color; inside?: string };

/** Draws a shape in two flat colors: the lit one, offset toward the light, over the shadow. */
export function planes(
  pen: Pen,
  outline: string,
  fill: Color,
  { dx = -16, dy = -12, shadow = shade(fill), inside = "" }: Planes = {},
): string {
  const lit = path(outline, fill, { transform: `translate(${dx} ${dy})` });
  return clip(pen, outline, path(outline, shadow) + lit + inside);
}

/** Returns an SVG document that shows a frame in a size in pixels. */
export function document(
  inner: string,
  { left, top, right, bottom }: Frame,
  { width, height }: { width: number; height: number },
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${right - left} ${bottom - top}">${inner}</svg>`;
}
