import { createRecentUsage } from "./recent-usage.ts";

/** Known callers and anonymous callers are served alternately, however many of each are waiting. */
export type Lane = "known" | "anonymous";

/** Where an item waits. */
export type QueueKey = {
  lane: Lane;
  /** For example a network or a user. */
  owner: string;
  /**
   * A block of networks that one customer often controls, so that many addresses do not get many shares. Defaults to the
   * owner.
   */
  neighborhood?: string | undefined;
};

/** The keys that usage is recorded under. */
type UsageKeys = { owner: string; neighborhood: string };

/**
 * `round` is the number of earlier items of the same neighborhood, counted from the round that was being served when the
 * item arrived (start-time fair queueing: Goyal, Vin, Cheng, 1996).
 */
type Waiting<Item> = UsageKeys & {
  item: Item;
  round: number;
  /** Whether its neighborhood was light when it arrived, which saves most comparisons of usage. */
  isLight: boolean;
};

type Line<Item> = {
  // In the order of arrival.
  waiting: Set<Waiting<Item>>;
  /** How many items of each neighborhood wait. */
  sizes: Map<string, number>;
  /** The round that is being served. */
  round: number;
};

/**
 * A neighborhood is light while its share of its lane's recent usage is at most this. With only the limit in milliseconds, every
 * neighborhood of a busy site would become heavy, starting with mobile networks that have many customers in one block.
 */
const LIGHT_SHARE = 0.01;

const OTHER = { known: "anonymous", anonymous: "known" } as const;

/**
 * A queue that alternates between the lanes. Within a lane it serves the neighborhood, and within that the owner, with the
 * least recent usage. Neighborhoods with equal usage are served round robin, however many items each has waiting.
 */
export class FairQueue<Item> {
  readonly #lanes: Record<Lane, Line<Item>> = {
    known: { waiting: new Set(), sizes: new Map(), round: 0 },
    anonymous: { waiting: new Set(), sizes: new Map(), round: 0 },
  };
  readonly #usage = createRecentUsage();
  readonly #lightMs: number;
  #nextLane: Lane = "known";

  /** @param lightMs usage up to this, or up to {@link LIGHT_SHARE}, is treated as equal; with 0, none is */
  constructor(lightMs = 0) {
    this.#lightMs = lightMs;
  }

  get size(): number {
    return this.#lanes.known.waiting.size + this.#lanes.anonymous.waiting.size;
  }

  sizeOf(lane: Lane): number {
    return this.#lanes[lane].waiting.size;
  }

  /** Whether the key's neighborhood recently used at most `lightMs`, or a small share of its lane's usage. */
  isLight(key: QueueKey): boolean {
    const limit = Math.max(this.#lightMs, LIGHT_SHARE * this.#usage.of(key.lane));
    return this.#usage.of(usageKeysOf(key).neighborhood) <= limit;
  }

  /** How many items of the key's neighborhood wait in its lane. */
  sizeOfNeighborhood(key: QueueKey): number {
    return this.#lanes[key.lane].sizes.get(usageKeysOf(key).neighborhood) ?? 0;
  }

  /** About how many items are served before a new item of this key, if all neighborhoods are equally light. */
  countAhead(key: QueueKey): number {
    const { waiting, sizes } = this.#lanes[key.lane];
    const rounds = this.sizeOfNeighborhood(key) + 1;
    const inLane = Math.min(waiting.size, rounds * sizes.size);
    return inLane + Math.min(this.sizeOf(OTHER[key.lane]), inLane + 1);
  }

  add(key: QueueKey, item: Item): void {
    const { waiting, sizes, round } = this.#lanes[key.lane];
    const keys = usageKeysOf(key);
    const size = this.sizeOfNeighborhood(key);
    const last = size > 0 ? this.#neighborsOf(key).at(-1) : undefined;
    const isLight = this.#lightMs > 0 && this.isLight(key);
    waiting.add({ ...keys, item, isLight, round: Math.max(round, last ? last.round + 1 : 0) });
    sizes.set(keys.neighborhood, size + 1);
  }

  remove({ lane }: QueueKey, item: Item): void {
    const line = this.#lanes[lane];
    for (const waiting of line.waiting) {
      if (waiting.item === item) this.#delete(line, waiting);
    }
  }

  /** Records the milliseconds that an item took, at least one, so that even trivial work counts. */
  charge(key: QueueKey, ms: number): void {
    for (const usageKey of [key.lane, ...Object.values(usageKeysOf(key))]) {
      this.#usage.charge(usageKey, Math.max(1, ms));
    }
  }

  /** Removes and returns the next item. Returns undefined if the queue is empty. */
  next(): Item | undefined {
    const lane = this.sizeOf(this.#nextLane) > 0 ? this.#nextLane : OTHER[this.#nextLane];
    this.#nextLane = OTHER[lane];
    const line = this.#lanes[lane];
    const usageOf = this.#usage.asOfNow();
    const usage = ({ isLight }: Waiting<Item>, key: string) =>
      isLight ? this.#lightMs : Math.max(this.#lightMs, usageOf(key));
    let next: Waiting<Item> | undefined;
    for (const waiting of line.waiting) {
      const order =
        next &&
        (usage(waiting, waiting.neighborhood) - usage(next, next.neighborhood) ||
          usage(waiting, waiting.owner) - usage(next, next.owner) ||
          waiting.round - next.round);
      if (order === undefined || order < 0) next = waiting;
    }
    if (!next) return undefined;
    this.#delete(line, next);
    line.round = Math.max(line.round, next.round);
    return next.item;
  }

  /**
   * Returns the item that a newcomer evicts from its neighborhood or from the whole lane: the newest item of the owner with
   * the most items, in the neighborhood with the most items. Ties go against the one with the most recent usage. Returns
   * undefined if the newcomer itself has the most.
   */
  findEvicted(newcomer: QueueKey, within: "neighborhood" | "lane"): Item | undefined {
    const own = usageKeysOf(newcomer);
    const crowd =
      within === "lane" &&
      this.#findLargest([...this.#lanes[newcomer.lane].waiting], "neighborhood", own);
    const owned = crowd
      ? this.#findLargest(crowd, "owner")
      : this.#findLargest(this.#neighborsOf(newcomer), "owner", own);
    return owned?.at(-1)?.item;
  }

  /** Returns the largest group of items, or undefined if it would be the newcomer's, who counts as one more item. */
  #findLargest(
    items: Waiting<Item>[],
    groupBy: keyof UsageKeys,
    newcomer?: UsageKeys,
  ): Waiting<Item>[] | undefined {
    const usageOf = this.#usage.asOfNow();
    const groups = Map.groupBy(items, (waiting) => waiting[groupBy]);
    const own = newcomer?.[groupBy];
    let largest: Waiting<Item>[] | undefined;
    let [size, usage] = own ? [(groups.get(own)?.length ?? 0) + 1, usageOf(own)] : [0, 0];
    for (const [key, group] of groups) {
      const groupUsage = usageOf(key);
      const isSmaller = group.length < size || (group.length === size && groupUsage <= usage);
      if (key === own || isSmaller) continue;
      [largest, size, usage] = [group, group.length, groupUsage];
    }
    return largest;
  }

  #delete({ waiting, sizes }: Line<Item>, item: Waiting<Item>): void {
    if (!waiting.delete(item)) return;
    const left = (sizes.get(item.neighborhood) ?? 0) - 1;
    if (left > 0) sizes.set(item.neighborhood, left);
    else sizes.delete(item.neighborhood);
  }

  #neighborsOf(key: QueueKey): Waiting<Item>[] {
    const { neighborhood } = usageKeysOf(key);
    const { waiting } = this.#lanes[key.lane];
    return [...waiting].filter((other) => other.neighborhood === neighborhood);
  }
}

// Usage is separate per lane, so that a flood of anonymous callers does not slow down the known users of their network.
function usageKeysOf({ lane, owner, neighborhood = owner }: QueueKey): UsageKeys {
  return { owner: `${lane} of ${owner}`, neighborhood: `${lane} around ${neighborhood}` };
}
