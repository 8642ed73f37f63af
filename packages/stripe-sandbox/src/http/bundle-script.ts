import { fileURLToPath } from "node:url";

const bundles = new Map<string, Promise<string>>();

/** A source and all it imports as one classic script, made once for the life of the process. */
export function bundleScript(source: URL): Promise<string> {
  const known = bundles.get(source.href);
  if (known) return known;
  const made = bundle(fileURLToPath(source));
  bundles.set(source.href, made);
  made.catch(() => bundles.delete(source.href));
  return made;
}

async function bundle(input: string): Promise<string> {
  // Loaded when a browser first asks, so that tests of the server alone do not wait for it.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input, platform: "browser" });
  try {
    const { output } = await build.generate({ format: "iife", minify: true });
    return output[0].code;
  } finally {
    await build.close();
  }
}
