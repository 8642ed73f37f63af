import type { Random } from "./random.ts";

/** Random choices that are reproducible by their seed. */
export type Chance = {
  /** Returns an integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number;
  /** Returns true with a probability of `share`, from 0 to 1. */
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Prefers earlier items: the weight of the nth is 1 / (n + `flatness`). */
  pickEarly<T>(list: readonly T[], flatness: number): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Returns up to `count` different items in random order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** Returns a version 4 UUID. */
  uuid(): string;
};

export function createChance(random: Random): Chance {
  const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const pick = <T>(list: readonly T[]) => getItem(list, Math.floor(random() * list.length));
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((item) => ({ item, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  return {
    integer,
    pick,
    shuffle,
    happens: (share) => random() < share,
    pickEarly: (list, flatness) => {
      const weights = list.map((_, i) => 1 / (i + 1 + flatness));
      let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return getItem(list, index < 0 ? list.length - 1 : index);
    },
    sample: (list, count) => shuffle(list).slice(0, count),
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => integer(0, 15).toString(16));
      hex[12] = "4";
      hex[16] = "89ab".charAt(integer(0, 3));
      return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
}

function getItem<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new RangeError(`Index ${index} is out of range for ${list.length} items`);
  return item;
}
