/** Reads what has this key, or waits for a read of it that has not begun. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** A read, until when there is no other, and the one that is to come then. */
type Begun<T> = { until: Promise<void>; next?: Promise<T> };

/**
 * Reads each key at most once in `everyMs`, for all who have asked meanwhile. A read begins after everyone who gets
 * its answer has asked, so nobody is told what was true before.
 */
export function createSharedReads<T>(everyMs: number): SharedReads<T> {
  const begun = new Map<string, Begun<T>>();

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const until = new Promise<void>((resolve) => void setTimeout(resolve, everyMs));
    const own: Begun<T> = { until };
    begun.set(key, own);
    void until.then(() => {
      if (begun.get(key) === own && own.next === undefined) begun.delete(key);
    });
    return read();
  };

  return (key, read) => {
    const latest = begun.get(key);
    if (!latest) return begin(key, read);
    latest.next ??= latest.until.then(() => begin(key, read));
    return latest.next;
  };
}
