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
    async render(request) {
      try {
        return await entry.render({ ...request, manifest });
      } catch (error) {
        const html = entry.renderShell({ ...request, manifest });
        return { kind: "page", status: 500, html, error };
      }
    },
  };
}

type Entry = {
  render: (request: object) => ReturnType<WebApp["render"]>;
  renderShell: (request: object) => string;
};

function isEntry(module: unknown): module is Entry {
  return (
    typeof module === "object" &&
    module !== null &&
    "render" in module &&
    typeof module.render === "function" &&
    "renderShell" in module &&
    typeof module.renderShell === "function"
  );
}
