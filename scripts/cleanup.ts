/** What must be stopped before this process ends. */
export type Cleanup = {
  add(stop: () => Promise<void>): void;
  /**
   * Stops everything, the newest first. Resolves when all of it has stopped, also what a call before is still stopping.
   * Throws what a `stop` throws; another call stops the rest.
   */
  run(): Promise<void>;
};

export function createCleanup(): Cleanup {
  const stops: (() => Promise<void>)[] = [];
  let running = Promise.resolve();
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  return {
    add: (stop) => void stops.push(stop),
    run() {
      running = running.then(stopAll, stopAll);
      return running;
    },
  };
}
