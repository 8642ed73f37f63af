import { fileURLToPath } from "node:url";

const bundles = new Map<string, Promise<string>>();

type Mode = "production" | "development";

/**
 * A source and all it imports as one classic script, made once for the life of the process. In
 * development its libraries check more, and React's StrictMode does what it is for.
 */
export function bundleScript(source: URL, mode: Mode = "production"): Promise<string> {
  const key = `${mode} ${source.href}`;
  const known = bundles.get(key);
  if (known) return known;
  const made = bundle(fileURLToPath(source), mode);
  bundles.set(key, made);
  made.catch(() => bundles.delete(key));
  return made;
}

async function bundle(input: string, mode: Mode): Promise<string> {
  // Loaded when a browser first asks, so that tests of the server alone do not wait for it.
  const { rolldown } = await import("rolldown");
  const define = { "process.env.NODE_ENV": JSON.stringify(mode) };
  const build = await rolldown({ input, platform: "browser", transform: { define } });
  try {
    const { output } = await build.generate({ format: "iife", minify: mode === "production" });
    return output[0].code;
  } finally {
    await build.close();
  }
}
