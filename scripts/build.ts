import { run } from "./run.ts";

/**
 * Builds the web app, or everything, unless the last build is of the same sources; quiet when all is well.
 *
 * @throws Error with the build's output
 */
export async function build(what: "web" | "everything", signal?: AbortSignal): Promise<void> {
  const filter = what === "web" ? ["--filter=@studbook/web"] : [];
  const args = ["run", "build", "--output-logs=errors-only", ...filter];
  const { code, output } = await run("turbo", args, { signal });
  if (code !== 0) throw new Error(`The build has failed:\n${output}`);
}
