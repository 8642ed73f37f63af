import { createRandom } from "../random.ts";

const SEED = 7;
const STRENGTH = 22 / 255;
/** The brightest grain: it stays dark, and so deepens the colours a little as it roughens them. */
const BRIGHTEST = 0.2;

/** The grain of printing paper: one grey value for every dot of a picture. */
export function createGrain(width: number, height: number): Buffer {
  const random = createRandom(SEED);
  return Buffer.from(Uint8Array.from({ length: width * height }, () => random() * 255));
}

/**
 * Lays grain over a picture of three channels a pixel, in place, like the overlay of an image editor.
 */
export function applyGrain(pixels: Buffer, grain: Uint8Array): void {
  for (let i = 0, at = 0; i < grain.length; i++, at += 3) {
    const row = (grain[i] ?? 0) << 8;
    for (let channel = at; channel < at + 3; channel++) {
      pixels[channel] = BLENDED[row | (pixels[channel] ?? 0)] ?? 0;
    }
  }
}

/** What a value becomes under each value of the grain: the row is the grain's, the column the picture's. */
const BLENDED = Uint8Array.from({ length: 256 * 256 }, (_, i) => {
  const grain = ((i >> 8) / 255) * BRIGHTEST;
  const value = (i & 255) / 255;
  const overlaid = value < 0.5 ? 2 * value * grain : 1 - 2 * (1 - value) * (1 - grain);
  return Math.round(255 * (value + (overlaid - value) * STRENGTH));
});
