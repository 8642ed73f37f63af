/** A reproducible source of numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** The mulberry32 generator. The same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
