const FIRST_MS = 1000;
const EVERY_MS = 6000;

/**
 * Prints a line when the work takes longer than one second, and again every six seconds, so that a slow machine does
 * not seem to hang. Returns the result of the work, or throws its error.
 */
export async function printProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let timer = setTimeout(print, FIRST_MS);
  function print() {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      seconds < EVERY_MS / 1000 ? `${what}...\n` : `${what}... (${seconds} s)\n`,
    );
    timer = setTimeout(print, EVERY_MS);
  }
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
