/** How many pollers are remembered; a server has one or two load balancers. */
const MAX_POLLERS = 20;

/** How much later than usual a poll may arrive. */
const GRACE_MS = 1000;

/** How long a server accepts requests at least if anybody polls: several pollers can share an address. */
const SHORTEST_MS = 2500;

/** How many refused polls tell a load balancer that a server is leaving. */
const POLLS = 2;

type Poller = { lastAt: number; intervalMs: number; refused: number };

/**
 * Watches who polls `/readyz`, so that a server that is about to stop can wait until its load balancers have noticed. A
 * poller counts as long as it keeps the pace of its last two polls.
 */
export class PollWatch {
  readonly #pollers = new Map<string, Poller>();
  #onRefusal: () => void = () => undefined;

  /** Records a poll of a client, and whether it was told that the server is leaving. */
  record(address: string, isRefused: boolean): void {
    const now = performance.now();
    const poller = this.#pollers.get(address);
    if (poller) {
      poller.intervalMs = now - poller.lastAt;
      poller.lastAt = now;
      if (isRefused) poller.refused++;
    } else if (this.#pollers.size < MAX_POLLERS || this.#forgetSilent(now)) {
      this.#pollers.set(address, { lastAt: now, intervalMs: 0, refused: isRefused ? 1 : 0 });
    }
    this.#onRefusal();
  }

  /**
   * Resolves once every active poller has been refused twice, or should have been, but not before 2.5 s; or after `maxMs`,
   * or when the signal aborts. Resolves at once if nobody polls.
   */
  async waitUntilNoticed(maxMs: number, signal: AbortSignal): Promise<void> {
    this.#forgetSilent(performance.now());
    const active = [...this.#pollers.values()];
    if (active.length === 0 || signal.aborted) return;
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const resolveAt = (elapsedMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(resolve, startedAt + elapsedMs - performance.now());
    };
    const longestMs = Math.max(...active.map(({ intervalMs }) => intervalMs));
    resolveAt(Math.min(maxMs, Math.max(SHORTEST_MS, POLLS * longestMs + GRACE_MS)));
    this.#onRefusal = () => {
      if (active.every(({ refused }) => refused >= POLLS)) resolveAt(SHORTEST_MS);
    };
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    this.#onRefusal = () => undefined;
  }

  /** Forgets pollers that have missed two polls. Returns whether there were any. */
  #forgetSilent(now: number): boolean {
    const before = this.#pollers.size;
    for (const [address, { lastAt, intervalMs }] of this.#pollers) {
      if (now - lastAt > POLLS * intervalMs + GRACE_MS) this.#pollers.delete(address);
    }
    return this.#pollers.size < before;
  }
}
