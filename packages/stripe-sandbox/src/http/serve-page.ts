import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { bundleScript } from "./bundle-script.ts";

/** What browsers load, by address. A script is the bundle of its source. */
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

/** Answers with a page, style or script of the browser's half. False when there is none of this address. */
export async function servePage(path: string, response: ServerResponse): Promise<boolean> {
  const known = FILES[path];
  if (!known) return false;
  const { file, type } = known;
  const source = new URL(`../${file}`, import.meta.url);
  const body = file.endsWith(".ts") ? await bundleScript(source) : await readFile(source, "utf8");
  response.writeHead(200, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(body);
  return true;
}
