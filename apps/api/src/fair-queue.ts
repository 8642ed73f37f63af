import { createUsedTime } from "./used-time.ts";

/** Those who are known are served in turn with everybody else, however many there are of either. */
export type Lane = "known" | "anonymous";

/** Where something waits: beside others of the same owner, such as a network or a user. */
export type Place = {
  lane: Lane;
  owner: string;
  /**
   * Those around the owner, such as the network of its provider: who has many addresses has them side by side. Without
   * one the owner is its own.
   */
  neighborhood?: string | undefined;
};

/** What used time is kept under. */
type Keys = { owner: string; around: string };

/**
 * `round` is how many of its neighborhood were to be served before it when it came, counted from the round that was then
 * served (start-time fair queueing: Goyal, Vin, Cheng, 1996).
 */
type Waiting<Item> = Keys & { item: Item; round: number };

type Line<Item> = {
  // In the order in which they came.
  waiting: Set<Waiting<Item>>;
  /** Which round is served. */
  round: number;
};

const OTHER = { known: "anonymous", anonymous: "known" } as const;

/**
 * Items served lane by lane in turn. Within a lane comes first whose neighborhood, then whose owner, has used the least
 * time lately. Among equals neighborhoods take turns, however many items each has waiting.
 */
export class FairQueue<Item> {
  readonly #lanes: Record<Lane, Line<Item>> = {
    known: { waiting: new Set(), round: 0 },
    anonymous: { waiting: new Set(), round: 0 },
  };
  readonly #used = createUsedTime();
  readonly #lightMs: number;
  #turn: Lane = "known";

  /** @param lightMs who has used less time than this is served like who has used none */
  constructor(lightMs = 0) {
    this.#lightMs = lightMs;
  }

  get size(): number {
    return this.#lanes.known.waiting.size + this.#lanes.anonymous.waiting.size;
  }

  sizeOf(lane: Lane): number {
    return this.#lanes[lane].waiting.size;
  }

  /** Whether those around this place have used little time lately. */
  isLight(place: Place): boolean {
    return this.#used.of(keysOf(place).around) <= this.#lightMs;
  }

  /** How many of the neighborhood of this place wait in its lane. */
  sizeAround(place: Place): number {
    return this.#around(place).length;
  }

  add(place: Place, item: Item): void {
    const { waiting, round } = this.#lanes[place.lane];
    const last = this.#around(place).at(-1);
    waiting.add({ ...keysOf(place), item, round: Math.max(round, last ? last.round + 1 : 0) });
  }

  remove({ lane }: Place, item: Item): void {
    for (const waiting of this.#lanes[lane].waiting) {
      if (waiting.item === item) this.#lanes[lane].waiting.delete(waiting);
    }
  }

  /** Notes the time that was spent on an item, in milliseconds; at least one, so that turns are taken for nothing too. */
  charge(place: Place, ms: number): void {
    for (const key of Object.values(keysOf(place))) this.#used.charge(key, Math.max(1, ms));
  }

  /** Takes out whose turn it is. Returns undefined if nothing waits. */
  next(): Item | undefined {
    const lane = this.sizeOf(this.#turn) > 0 ? this.#turn : OTHER[this.#turn];
    this.#turn = OTHER[lane];
    const line = this.#lanes[lane];
    const usedBy = this.#used.asOfNow();
    const atLeastLight = (key: string) => Math.max(this.#lightMs, usedBy(key));
    let next: Waiting<Item> | undefined;
    for (const waiting of line.waiting) {
      const before =
        next &&
        (atLeastLight(waiting.around) - atLeastLight(next.around) ||
          atLeastLight(waiting.owner) - atLeastLight(next.owner) ||
          waiting.round - next.round);
      if (before === undefined || before < 0) next = waiting;
    }
    if (!next) return undefined;
    line.waiting.delete(next);
    line.round = Math.max(line.round, next.round);
    return next.item;
  }

  /**
   * Whom a newcomer replaces in its neighborhood, or in the whole lane: the newest item of the owner with the most of
   * them, in the neighborhood with the most of them. Among equals that is whoever has used the most time lately. Returns
   * undefined if that is the newcomer.
   */
  findReplacedBy(newcomer: Place, within: "neighborhood" | "lane"): Item | undefined {
    const own = keysOf(newcomer);
    const crowd =
      within === "lane" && this.#findMost([...this.#lanes[newcomer.lane].waiting], "around", own);
    const owners = crowd
      ? this.#findMost(crowd, "owner")
      : this.#findMost(this.#around(newcomer), "owner", own);
    return owners?.at(-1)?.item;
  }

  /** The items of whoever has the most of these; undefined if that is the newcomer, who counts as one more. */
  #findMost(items: Waiting<Item>[], key: keyof Keys, newcomer?: Keys): Waiting<Item>[] | undefined {
    const usedBy = this.#used.asOfNow();
    const groups = Map.groupBy(items, (waiting) => waiting[key]);
    const own = newcomer?.[key];
    let most: Waiting<Item>[] | undefined;
    let [n, used] = own ? [(groups.get(own)?.length ?? 0) + 1, usedBy(own)] : [0, 0];
    for (const [whose, group] of groups) {
      const groupUsed = usedBy(whose);
      if (whose === own || group.length < n || (group.length === n && groupUsed <= used)) continue;
      [most, n, used] = [group, group.length, groupUsed];
    }
    return most;
  }

  #around(place: Place): Waiting<Item>[] {
    const { around } = keysOf(place);
    return [...this.#lanes[place.lane].waiting].filter((waiting) => waiting.around === around);
  }
}

// What one lane has used does not count in the other: a flood of strangers costs the known of their network no turn.
function keysOf({ lane, owner, neighborhood = owner }: Place): Keys {
  return { owner: `${lane} of ${owner}`, around: `${lane} around ${neighborhood}` };
}
