const RELOADED_AT = "reloaded-at";
const PAUSE_MS = 10_000;

/** A lazily loaded chunk of the app could not be loaded. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
}

/** Every `import()` of the build calls this. Throws ChunkLoadError. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError("A chunk could not be loaded.", { cause });
  }
}

/**
 * Reloads the page, because after a deploy an open page refers to chunks that no longer exist, and browsers do not
 * retry a failed import. Only if the server is up, and not twice in ten seconds.
 */
export async function reloadOnce(): Promise<void> {
  const isUp = await fetch("/livez").then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < PAUSE_MS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without storage the page could reload forever.
    return;
  }
  location.reload();
}
