/** Uses the browser's storage. Returns undefined if it is blocked, because browsers then throw when it is accessed. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
