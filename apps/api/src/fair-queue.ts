import { createRecentUsage, type RecentUsage } from "./recent-usage.ts";

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

/** Whom usage is recorded for. */
type Group = "owner" | "neighborhood";
type Groups = Record<Group, string>;

/**
 * `round` is the number of earlier items of the same neighborhood, counted from the round that was being served when the
 * item arrived (start-time fair queueing: Goyal, Vin, Cheng, 1996).
 */
type Waiting<Item> = Groups & {
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
  /**
   * The lanes' usage is separate, so that a flood of anonymous callers does not slow down the known users of their network.
   */
  usage: Record<Group | "lane", RecentUsage>;
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
    known: createLine(),
    anonymous: createLine(),
  };
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
    const { usage } = this.#lanes[key.lane];
    const limit = Math.max(this.#lightMs, LIGHT_SHARE * usage.lane.of(key.lane));
    return usage.neighborhood.of(neighborhoodOf(key)) <= limit;
  }

  /** How many items of the key's neighborhood wait in its lane. */
  sizeOfNeighborhood(key: QueueKey): number {
    return this.#lanes[key.lane].sizes.get(neighborhoodOf(key)) ?? 0;
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
    const groups = { owner: key.owner, neighborhood: neighborhoodOf(key) };
    const size = this.sizeOfNeighborhood(key);
    const last = size > 0 ? this.#neighborsOf(key).at(-1) : undefined;
    const isLight = this.#lightMs > 0 && this.isLight(key);
    waiting.add({ ...groups, item, isLight, round: Math.max(round, last ? last.round + 1 : 0) });
    sizes.set(groups.neighborhood, size + 1);
  }

  remove({ lane }: QueueKey, item: Item): void {
    const line = this.#lanes[lane];
    for (const waiting of line.waiting) {
      if (waiting.item === item) this.#delete(line, waiting);
    }
  }

  /** Records the milliseconds that an item took, at least one, so that even trivial work counts. */
  charge(key: QueueKey, ms: number): void {
    const { usage } = this.#lanes[key.lane];
    const chargedMs = Math.max(1, ms);
    usage.lane.charge(key.lane, chargedMs);
    usage.neighborhood.charge(neighborhoodOf(key), chargedMs);
    usage.owner.charge(key.owner, chargedMs);
  }

  /** Removes and returns the next item. Returns undefined if the queue is empty. */
  next(): Item | undefined {
    const lane = this.sizeOf(this.#nextLane) > 0 ? this.#nextLane : OTHER[this.#nextLane];
    this.#nextLane = OTHER[lane];
    const line = this.#lanes[lane];
    const usageOf = {
      owner: line.usage.owner.asOfNow(),
      neighborhood: line.usage.neighborhood.asOfNow(),
    };
    const usage = (waiting: Waiting<Item>, group: Group) =>
      waiting.isLight ? this.#lightMs : Math.max(this.#lightMs, usageOf[group](waiting[group]));
    let next: Waiting<Item> | undefined;
    for (const waiting of line.waiting) {
      const order =
        next &&
        (usage(waiting, "neighborhood") - usage(next, "neighborhood") ||
          usage(waiting, "owner") - usage(next, "owner") ||
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
    const { waiting, usage } = this.#lanes[newcomer.lane];
    const crowd =
      within === "lane" &&
      findLargest([...waiting], {
        group: "neighborhood",
        own: neighborhoodOf(newcomer),
        usageOf: usage.neighborhood.asOfNow(),
      });
    const owned = findLargest(crowd || this.#neighborsOf(newcomer), {
      group: "owner",
      own: crowd ? undefined : newcomer.owner,
      usageOf: usage.owner.asOfNow(),
    });
    return owned?.at(-1)?.item;
  }

  #delete({ waiting, sizes }: Line<Item>, item: Waiting<Item>): void {
    if (!waiting.delete(item)) return;
    const left = (sizes.get(item.neighborhood) ?? 0) - 1;
    if (left > 0) sizes.set(item.neighborhood, left);
    else sizes.delete(item.neighborhood);
  }

  #neighborsOf(key: QueueKey): Waiting<Item>[] {
    const neighborhood = neighborhoodOf(key);
    const { waiting } = this.#lanes[key.lane];
    return [...waiting].filter((other) => other.neighborhood === neighborhood);
  }
}

function createLine<Item>(): Line<Item> {
  return {
    waiting: new Set(),
    sizes: new Map(),
    round: 0,
    usage: {
      lane: createRecentUsage(),
      owner: createRecentUsage(),
      neighborhood: createRecentUsage(),
    },
  };
}

function neighborhoodOf({ owner, neighborhood = owner }: QueueKey): string {
  return neighborhood;
}

/**
 * Returns the largest group of items, or undefined if it would be the newcomer's, who counts as one more item.
 *
 * @param by.own the newcomer's group
 */
function findLargest<Item>(
  items: Waiting<Item>[],
  by: { group: Group; own: string | undefined; usageOf: (key: string) => number },
): Waiting<Item>[] | undefined {
  const { group, own, usageOf } = by;
  const groups = Map.groupBy(items, (waiting) => waiting[group]);
  let largest: Waiting<Item>[] | undefined;
  let [size, usage] =
    own === undefined ? [0, 0] : [(groups.get(own)?.length ?? 0) + 1, usageOf(own)];
  for (const [key, members] of groups) {
    const memberUsage = usageOf(key);
    const isSmaller = members.length < size || (members.length === size && memberUsage <= usage);
    if (key === own || isSmaller) continue;
    [largest, size, usage] = [members, members.length, memberUsage];
  }
  return largest;
}
