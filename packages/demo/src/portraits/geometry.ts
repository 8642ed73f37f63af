export type Point = readonly [x: number, y: number];

/** Template tag for path data. Rounds numbers to a tenth of a pixel. */
export function d(parts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return String.raw({ raw: parts }, ...values.map((v) => (typeof v === "number" ? round(v) : v)));
}

export function round(n: number): number {
  return Math.round(n * 10) / 10;
}

function getPoint(points: readonly Point[], index: number): Point {
  const point = points[index];
  if (!point) throw new RangeError(`Index ${index} is out of range for ${points.length} points`);
  return point;
}

/** Returns a Catmull-Rom curve through all points, as a series of short steps. */
export function spline(points: readonly Point[], { closed = true, steps = 12 } = {}): Point[] {
  const count = points.length;
  const at = (i: number) =>
    getPoint(points, closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i)));
  const curve: Point[] = [];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [x0, y0] = at(i - 1);
    const [x1, y1] = at(i);
    const [x2, y2] = at(i + 1);
    const [x3, y3] = at(i + 2);
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      curve.push([catmullRom(x0, x1, x2, x3, t), catmullRom(y0, y1, y2, y3, t)]);
    }
  }
  if (!closed) curve.push(at(count - 1));
  return curve;
}

function catmullRom(a: number, b: number, c: number, e: number, t: number): number {
  const linear = (c - a) * t;
  const square = (2 * a - 5 * b + 4 * c - e) * t ** 2;
  const cube = (3 * b - a - 3 * c + e) * t ** 3;
  return 0.5 * (2 * b + linear + square + cube);
}

export function polyline(points: readonly Point[]): string {
  return points.map(([x, y]) => d`${x} ${y}`).join("L");
}

/** Returns path data for a closed shape with straight sides. */
export function polygon(points: readonly Point[]): string {
  return `M${polyline(points)}Z`;
}

/** Returns path data for a closed, smooth shape through the points. */
export function blob(points: readonly Point[]): string {
  return polygon(spline(points));
}

/** Adds the left half to a right half that starts and ends at the center line. */
export function mirror(half: readonly Point[]): Point[] {
  const left = half.slice(1, -1).reverse();
  return [...half, ...left.map(([x, y]): Point => [-x, y])];
}

/** Moves every point sideways by a distance that depends on its y. */
export function shift(points: readonly Point[], by: (y: number) => number): Point[] {
  return points.map(([x, y]) => [x + by(y), y]);
}

/** Returns the edges of a closed outline, including the one from the last point to the first. */
export function edges(points: readonly Point[]): { from: Point; to: Point }[] {
  return points.map((from, i) => ({ from, to: getPoint(points, (i + 1) % points.length) }));
}

/** Whether an outline is clockwise on screen, where y points down. */
export function isClockwise(points: readonly Point[]): boolean {
  let area = 0;
  for (const { from, to } of edges(points)) area += from[0] * to[1] - to[0] * from[1];
  return area > 0;
}
