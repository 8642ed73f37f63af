import type { Manifest } from "@studbook/api/page-contract";

/** Root-relative URLs of the files that a document loads initially. */
export type Assets = {
  entry: string;
  /** The classic script that runs before the first paint. */
  boot: string;
  scripts: string[];
  style: string;
  fonts: string[];
};

const ENTRY = "src/main.tsx";
const BOOT = "src/boot/boot.ts";
/** All styles. */
const STYLE = "style.css";
const PAGE_NOT_FOUND = "src/layout/page-not-found.tsx";

const listed = new WeakMap<Manifest, Map<string, Assets>>();

/** `isNotFound` says that the last of the routes shows its "not found" page. */
type ListOptions = { isNotFound?: boolean };

/** Lists the files of the entry and the matched routes, with their imports. Throws if the manifest lacks one of them. */
export function listAssets(
  manifest: Manifest,
  routeIds: string[],
  { isNotFound = false }: ListOptions = {},
): Assets {
  const known = listed.get(manifest) ?? new Map<string, Assets>();
  listed.set(manifest, known);
  const key = [...routeIds, isNotFound].join(" ");
  const assets = known.get(key) ?? findAssets(manifest, routeIds, isNotFound);
  known.set(key, assets);
  return assets;
}

function findAssets(manifest: Manifest, routeIds: string[], isNotFound: boolean): Assets {
  const entry = getFile(manifest, ENTRY);
  const findSplit = (kind: string) =>
    Object.keys(manifest).filter((key) =>
      routeIds.some((id) => key.startsWith(`src/routes/${routeFile(id)}.tsx?tsr-split=${kind}`)),
    );
  const routeKeys = findSplit("component");
  if (isNotFound) {
    const own = findSplit("notFoundComponent");
    routeKeys.push(...(own.length > 0 ? own : [PAGE_NOT_FOUND]));
  }
  const chunks = [...withImports(manifest, [ENTRY, ...routeKeys])];
  return {
    entry: `/${entry.file}`,
    boot: `/${getFile(manifest, BOOT).file}`,
    scripts: chunks.map((chunk) => `/${chunk.file}`).filter((file) => file !== `/${entry.file}`),
    style: `/${getFile(manifest, STYLE).file}`,
    fonts: (entry.assets ?? []).filter((file) => file.endsWith(".woff2")).map((file) => `/${file}`),
  };
}

function getFile(manifest: Manifest, key: string) {
  const file = manifest[key];
  if (!file) throw new Error(`The client manifest has no ${key}`);
  return file;
}

/** Returns the path of a route's file in `src/routes`, where groups are folders and dots separate the rest. */
function routeFile(routeId: string): string {
  const [, group = "", path = ""] = /^\/(\(\w+\)\/)?(.*)$/.exec(routeId) ?? [];
  return group + (path === "" || path.endsWith("/") ? `${path}index` : path).replaceAll("/", ".");
}

function withImports(manifest: Manifest, keys: string[]): Set<Manifest[string]> {
  const found = new Set<Manifest[string]>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return found;
}
