const FIRST_MS = 1000;
const EVERY_MS = 6000;

/**
 * Says what is being done if it takes longer than a moment, and again every few seconds, so that nobody on a
 * slow machine takes it for hung. Settles as the work does.
 */
export async function tellProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const begun = performance.now();
  let timer = setTimeout(say, FIRST_MS);
  function say() {
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(
      seconds < EVERY_MS / 1000 ? `${what}...\n` : `${what}... (${seconds} s)\n`,
    );
    timer = setTimeout(say, EVERY_MS);
  }
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
