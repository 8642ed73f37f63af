/** Runs work once all earlier work has ended, whether it succeeded or not. */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>;

/** A line of its own, which waits for no other. */
export function createLine(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.then(ignore, ignore);
    return done;
  };
}

// What the work answered is not kept for whoever comes next.
function ignore(): void {}
