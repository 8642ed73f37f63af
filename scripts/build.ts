import { run } from "./run.ts";

/**
 * Builds the web app unless the last build is of the same sources. Prints nothing.
 *
 * @throws Error with the output of the build
 */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  const args = ["run", "build", "--filter=@studbook/web", "--output-logs=errors-only"];
  const { code, output } = await run("turbo", args, { signal });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
