import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "../config.ts";
import type { Manifest, ServerEntry, WebApp } from "./page-contract.ts";

/**
 * Loads the built web app from its folder. The path is configuration, not an import, because the web app depends on the
 * API.
 *
 * @throws ConfigError if the folder does not contain a build
 */
export async function loadWebApp(webDist: string): Promise<WebApp> {
  const clientDir = join(webDist, "client");
  const file = join(clientDir, ".vite", "manifest.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new ConfigError(
      `WEB_DIST: ${webDist} does not contain a build of the web app. Run pnpm build.`,
    );
  });
  const manifest: Manifest = JSON.parse(text);
  const built: unknown = await import(
    pathToFileURL(join(webDist, "server", "entry-server.js")).href
  );
  if (!hasEntry(built))
    throw new ConfigError(`WEB_DIST: ${webDist} does not contain a valid build. Run pnpm build.`);
  const { entry } = built;
  return {
    clientDir,
    renderShell: (settings) => entry.renderShell({ settings, manifest }),
    async render(request) {
      try {
        return await entry.render({ ...request, manifest });
      } catch (error) {
        const html = entry.renderShell({ settings: request.settings, manifest });
        return { kind: "shell", html, error };
      }
    },
  };
}

/** The compiler checks in entry-server.tsx that `entry` is a `ServerEntry`. */
function hasEntry(built: unknown): built is { entry: ServerEntry } {
  if (typeof built !== "object" || built === null || !("entry" in built)) return false;
  const { entry } = built;
  return typeof entry === "object" && entry !== null && "render" in entry && "renderShell" in entry;
}
