import type { Random } from "../random.ts";
import { blob, d, edges, isClockwise, type Point, polygon, spline } from "./geometry.ts";

export type CoatKind = "smooth" | "plush" | "long" | "wire" | "curly";

/** Mean length of a tuft along the outline, and its height above it, in pixels. */
const TUFTS = {
  plush: { length: 26, height: 9 },
  long: { length: 40, height: 20 },
  wire: { length: 22, height: 15 },
  curly: { length: 34, height: 0 },
} as const satisfies Record<Exclude<CoatKind, "smooth">, { length: number; height: number }>;

type CoatOptions = {
  /** Scales the tufts. */
  scale?: number;
  /** Where the outline has full tufts. Elsewhere they are nearly flat. */
  tuftedAt?: (point: Point) => boolean;
};

/** Returns the outline through the points as path data, with tufts for the coat. */
export function coatOutline(
  points: readonly Point[],
  coat: CoatKind,
  random: Random,
  { scale = 1, tuftedAt = () => true }: CoatOptions = {},
): string {
  if (coat === "smooth") return blob(points);
  const outline = spline(points);
  const clockwise = isClockwise(outline);
  const roots = spaceTufts(outline, TUFTS[coat].length * scale, random);
  const [start] = roots;
  if (!start) return polygon(outline);
  const height = TUFTS[coat].height * scale;
  const hair = edges(roots).map(({ from, to }) =>
    coat === "curly"
      ? curl(from, to, clockwise)
      : tuft(from, to, {
          clockwise,
          height: height * (0.55 + random() * 0.7) * (tuftedAt(from) ? 1 : 0.15),
        }),
  );
  return `${d`M${start[0]} ${start[1]}`}${hair.join("")}Z`;
}

function spaceTufts(outline: readonly Point[], length: number, random: Random): Point[] {
  const roots: Point[] = [];
  let walked = 0;
  let target = length * (0.7 + random() * 0.6);
  let previous: Point | undefined;
  for (const point of outline) {
    if (previous) walked += Math.hypot(point[0] - previous[0], point[1] - previous[1]);
    if (!previous) roots.push(point);
    else if (walked >= target) {
      roots.push(point);
      walked = 0;
      target = length * (0.7 + random() * 0.6);
    }
    previous = point;
  }
  return roots;
}

function curl(from: Point, to: Point, clockwise: boolean): string {
  const radius = (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1) * 0.55;
  return d`A${radius} ${radius} 0 0 ${clockwise ? 1 : 0} ${to[0]} ${to[1]}`;
}

/** Returns one tuft. Gravity moves its tip to the lower end of the edge. */
function tuft(
  from: Point,
  to: Point,
  { clockwise, height }: { clockwise: boolean; height: number },
): string {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = (Math.hypot(dx, dy) || 1) * (clockwise ? 1 : -1);
  const out: Point = [dy / length, -dx / length];
  const falls = dy > 0;
  const along = falls ? 0.86 : 0.14;
  const tip: Point = [
    from[0] + dx * along + out[0] * height,
    from[1] + dy * along + out[1] * height + height * 0.55,
  ];
  const bend: Point = [
    from[0] + dx * 0.45 + out[0] * height * 0.55,
    from[1] + dy * 0.45 + out[1] * height * 0.55,
  ];
  return falls
    ? d`Q${bend[0]} ${bend[1]} ${tip[0]} ${tip[1]}L${to[0]} ${to[1]}`
    : d`L${tip[0]} ${tip[1]}Q${bend[0]} ${bend[1]} ${to[0]} ${to[1]}`;
}
