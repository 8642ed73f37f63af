const last = new WeakMap<object, Promise<unknown>>();

/** Runs work once all earlier work for the same key has ended, whether it succeeded or not. */
export function inOrder<T>(key: object, work: () => Promise<T>): Promise<T> {
  const done = (last.get(key) ?? Promise.resolve()).then(work);
  last.set(
    key,
    done.catch(() => undefined),
  );
  return done;
}
