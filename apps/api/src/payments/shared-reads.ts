/** Starts a read of this key, or joins a scheduled read that has not started yet. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** The latest read of a key: when the next one may start, and the next one if it is scheduled. */
type Latest<T> = { cooldown: Promise<void>; next?: Promise<T> };

/**
 * Reads each key at most once per `intervalMs`; concurrent callers share one read. A read always starts after its
 * callers have asked, so none of them gets a stale result.
 */
export function createSharedReads<T>(intervalMs: number): SharedReads<T> {
  const latestByKey = new Map<string, Latest<T>>();

  const start = (key: string, read: () => Promise<T>): Promise<T> => {
    const cooldown = new Promise<void>((resolve) => void setTimeout(resolve, intervalMs));
    const latest: Latest<T> = { cooldown };
    latestByKey.set(key, latest);
    void cooldown.then(() => {
      if (latestByKey.get(key) === latest && latest.next === undefined) latestByKey.delete(key);
    });
    return read();
  };

  return (key, read) => {
    const latest = latestByKey.get(key);
    if (!latest) return start(key, read);
    latest.next ??= latest.cooldown.then(() => start(key, read));
    return latest.next;
  };
}
