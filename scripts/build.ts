import { run } from "./run.ts";

/**
 * Builds the web app unless the last build is of the same sources; quiet when all is well.
 *
 * @throws Error with the build's output
 */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  const args = ["run", "build", "--output-logs=errors-only"];
  const { code, output } = await run("turbo", args, { signal });
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`);
}
