const RELOADED_AT = "reloaded-at";
const PAUSE_MS = 10_000;

/** A part of the app that is loaded when needed could not be. */
export class MissingPartError extends Error {
  override name = "MissingPartError";
}

/** Every `import()` of the build goes through here. Throws MissingPartError. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingPartError("A part of the page is missing.", { cause });
  }
}

/**
 * Loads the page anew: after a deploy an open page names parts that are gone, and browsers do not
 * fetch again what failed once. Only while the server answers, and not twice in ten seconds.
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
    // Without a memory it could go on for ever.
    return;
  }
  location.reload();
}
