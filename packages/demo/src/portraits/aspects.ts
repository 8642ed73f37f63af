/** The proportions of photos, width to height. The IDs of the demo's photos contain the index, so the order never changes. */
export const ASPECTS = ["4:3", "3:4", "1:1", "3:2", "16:9", "5:2"] as const;

export type Aspect = (typeof ASPECTS)[number];

/** The edges of a picture in the coordinates of the drawing. */
export type Frame = { left: number; top: number; right: number; bottom: number };

/** All frames have the same dog in the middle: wider ones show more land beside it, taller ones more sky and chest. */
const FRAMES: Record<Aspect, Frame> = {
  "4:3": { left: 0, top: 0, right: 1200, bottom: 900 },
  "3:4": { left: 150, top: -150, right: 1050, bottom: 1050 },
  "1:1": { left: 100, top: -60, right: 1100, bottom: 940 },
  "3:2": { left: -75, top: 0, right: 1275, bottom: 900 },
  "16:9": { left: -200, top: 0, right: 1400, bottom: 900 },
  "5:2": { left: -525, top: 0, right: 1725, bottom: 900 },
};

/** The frame that scenes are composed for. */
export const USUAL_FRAME = FRAMES["4:3"];

const MAX_WIDTH = 1600;

export function frameOf(aspect: Aspect): Frame {
  return FRAMES[aspect];
}

/** Returns the size of a portrait in pixels. */
export function sizeOf(aspect: Aspect): { width: number; height: number } {
  const { left, top, right, bottom } = FRAMES[aspect];
  const width = Math.min(right - left, MAX_WIDTH);
  return { width, height: Math.round((width * (bottom - top)) / (right - left)) };
}
