/** Runs work after all earlier work of the same queue has finished, whether it succeeded or failed. */
export type RunInOrder = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue that is independent of all others. */
export function createSerialQueue(): RunInOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.then(ignore, ignore);
    return done;
  };
}

// Drops the result, so that the queue does not keep it in memory.
function ignore(): void {}
