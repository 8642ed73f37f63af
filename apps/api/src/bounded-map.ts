/** A map with a limited number of entries. When it is full, setting a new key drops the least recently set one. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  /** Also makes an existing key the most recent one. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#maxSize) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return this;
  }
}

/**
 * Returns a function that remembers its latest results.
 *
 * @param maxSize how many
 */
export function remember<Key, Value>(
  maxSize: number,
  find: (key: Key) => Value,
): (key: Key) => Value {
  const known = new BoundedMap<Key, Value>(maxSize);
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = find(key);
      known.set(key, value);
    }
    return value;
  };
}
