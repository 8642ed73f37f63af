import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "../config.ts";
import type { WebApp } from "./render-page.ts";

/**
 * Loads the built web app from its folder. The path is configuration rather than an import, so that
 * the API depends on no package that depends on the API.
 *
 * @throws ConfigError when the folder holds no build
 */
export async function loadWebApp(webDist: string): Promise<WebApp> {
  const clientDir = join(webDist, "client");
  const file = join(clientDir, ".vite", "manifest.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new ConfigError(`WEB_DIST: ${webDist} holds no build of the web app; run pnpm build.`);
  });
  const manifest: unknown = JSON.parse(text);
  const entry: unknown = await import(
    pathToFileURL(join(webDist, "server", "entry-server.js")).href
  );
  if (!isEntry(entry)) throw new ConfigError(`WEB_DIST: ${webDist} holds no usable build.`);
  return {
    clientDir,
    renderShell: (settings) => entry.renderShell({ ...settings, manifest }),
    async render(request) {
      try {
        return await entry.render({ ...request, manifest });
      } catch (error) {
        const html = entry.renderShell({ ...request, manifest });
        return { kind: "shell", html, error };
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
