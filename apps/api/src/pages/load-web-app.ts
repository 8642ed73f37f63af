import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WebApp } from "./render-page.ts";

/**
 * Loads the built web app from its folder. The path is configuration rather than an import, so that
 * the API depends on no package that depends on the API.
 *
 * @throws Error when the folder holds no build
 */
export async function loadWebApp(webDist: string): Promise<WebApp> {
  const clientDir = join(webDist, "client");
  const manifest: unknown = JSON.parse(
    await readFile(join(clientDir, ".vite", "manifest.json"), "utf8"),
  );
  const entry: unknown = await import(
    pathToFileURL(join(webDist, "server", "entry-server.js")).href
  );
  if (!isEntry(entry)) throw new Error(`${webDist} holds no usable build of the web app.`);
  return {
    clientDir,
    render: (request) => entry.render({ ...request, manifest }),
  };
}

type Entry = { render: (request: object) => ReturnType<WebApp["render"]> };

function isEntry(module: unknown): module is Entry {
  return (
    typeof module === "object" &&
    module !== null &&
    "render" in module &&
    typeof module.render === "function"
  );
}
