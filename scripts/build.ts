import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

/** In the folder of a package, turbo would build only that package and its dependencies. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Builds the web app like {@link build}. */
export function buildWeb(signal?: AbortSignal): Promise<void> {
  return build(["--filter=@studbook/web"], signal);
}

/**
 * Builds all packages, or those of a filter, unless the last build is of the same sources. Prints nothing.
 *
 * @throws Error with the output of the build
 */
export async function build(filter: readonly string[] = [], signal?: AbortSignal): Promise<void> {
  const args = ["run", "build", ...filter, "--output-logs=errors-only"];
  const { code, output } = await run("turbo", args, { cwd: ROOT, signal });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
