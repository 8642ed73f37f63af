import { createUsedTime } from "./used-time.ts";

/** Those who are known are served in turn with everybody else, however many there are of either. */
export type Lane = "known" | "anonymous";

/** Where something waits: beside others of the same owner, such as a network or a user. */
export type Place = {
  lane: Lane;
  owner: string;
  /** Those around the owner, such as the network of its provider: who has many addresses has them side by side. */
  neighborhood?: string | undefined;
};

type Waiting<Item> = { place: Place; item: Item };

const OTHER = { known: "anonymous", anonymous: "known" } as const;

/**
 * Items served lane by lane in turn. Within a lane comes first whose neighborhood, then whose owner, has used the least
 * time lately, then who came first.
 */
export class FairQueue<Item> {
  // In the order in which they came.
  readonly #lanes = {
    known: new Set<Waiting<Item>>(),
    anonymous: new Set<Waiting<Item>>(),
  };
  readonly #used = createUsedTime();
  #turn: Lane = "known";

  get size(): number {
    return this.#lanes.known.size + this.#lanes.anonymous.size;
  }

  sizeOf(lane: Lane): number {
    return this.#lanes[lane].size;
  }

  countOf({ lane, owner }: Place): number {
    return this.#ofOwner(lane, owner).length;
  }

  add(place: Place, item: Item): void {
    this.#lanes[place.lane].add({ place, item });
  }

  remove({ lane }: Place, item: Item): void {
    for (const waiting of this.#lanes[lane]) {
      if (waiting.item === item) this.#lanes[lane].delete(waiting);
    }
  }

  /** Notes the time that was spent on an item, in milliseconds; at least one, so that turns are taken for nothing too. */
  charge({ owner, neighborhood }: Place, ms: number): void {
    for (const key of neighborhood ? [owner, neighborhood] : [owner]) {
      this.#used.charge(key, Math.max(1, ms));
    }
  }

  /** Takes out whose turn it is. Returns undefined if nothing waits. */
  next(): Item | undefined {
    const lane = this.#lanes[this.#turn].size > 0 ? this.#turn : OTHER[this.#turn];
    this.#turn = OTHER[lane];
    let next: { waiting: Waiting<Item>; used: number; ownerUsed: number } | undefined;
    for (const waiting of this.#lanes[lane]) {
      const { owner, neighborhood } = waiting.place;
      const ownerUsed = this.#used.of(owner);
      const used = neighborhood ? this.#used.of(neighborhood) : ownerUsed;
      if (!next || used < next.used || (used === next.used && ownerUsed < next.ownerUsed)) {
        next = { waiting, used, ownerUsed };
      }
    }
    if (next) this.#lanes[lane].delete(next.waiting);
    return next?.waiting.item;
  }

  /** The newest item of the owner with the most of them in a lane, if that has more than `least`. */
  findNewestOfMost(lane: Lane, least: number): Item | undefined {
    const byOwner = Map.groupBy(this.#lanes[lane], ({ place }) => place.owner);
    let most: Waiting<Item>[] = [];
    for (const items of byOwner.values()) if (items.length > most.length) most = items;
    return most.length > least ? most.at(-1)?.item : undefined;
  }

  #ofOwner(lane: Lane, owner: string): Waiting<Item>[] {
    return [...this.#lanes[lane]].filter(({ place }) => place.owner === owner);
  }
}
