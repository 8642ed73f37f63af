import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

/** Files for browsers, by path. Scripts are bundled from their TypeScript source. */
const FILES: Record<string, { file: string; type: string }> = {
  "/v3/stripe.js": { file: "browser/stripe.ts", type: "text/javascript" },
  "/v3/card-form": { file: "frames/card-form.html", type: "text/html" },
  "/v3/card-form.css": { file: "frames/card-form.css", type: "text/css" },
  "/v3/card-form.js": { file: "frames/card-form.ts", type: "text/javascript" },
  "/v3/authenticate": { file: "frames/authenticate.html", type: "text/html" },
  "/v3/authenticate.css": { file: "frames/authenticate.css", type: "text/css" },
  "/v3/authenticate.js": { file: "frames/authenticate.ts", type: "text/javascript" },
};

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Serves a page, stylesheet or script. Returns false if there is none at this path. */
export async function servePage(path: string, response: ServerResponse): Promise<boolean> {
  const known = FILES[path];
  if (!known) return false;
  const { file, type } = known;
  const source = new URL(`../${file}`, import.meta.url);
  const body = file.endsWith(".ts") ? await bundleScript(source) : await readFile(source, "utf8");
  response.writeHead(200, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(body);
  return true;
}

const bundles = new Map<string, Promise<string>>();

type Mode = "production" | "development";

/**
 * Bundles a module and its imports into one classic script, once per process. In development mode
 * React's StrictMode is effective.
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
  // Imported on first use so that tests without a browser do not pay for it.
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
