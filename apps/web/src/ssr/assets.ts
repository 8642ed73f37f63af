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
/** The "not found" page of the site, which src/router.tsx loads. */
const PAGE_NOT_FOUND = "src/layout/page-not-found.tsx";

const listed = new WeakMap<Manifest, Map<string, Assets>>();

type ListOptions = {
  /** Whether the last route shows its "not found" page, or the site's if it has none. */
  isNotFound?: boolean;
};

/** Lists the files of the entry and the given routes, with their imports. Throws if the manifest lacks one of them. */
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
  const keys = [ENTRY, ...routeIds.flatMap((id) => findParts(manifest, id, "component"))];
  if (isNotFound) keys.push(...findNotFoundPage(manifest, routeIds.at(-1)));
  const chunks = [...withImports(manifest, keys)];
  return {
    entry: `/${entry.file}`,
    boot: `/${getFile(manifest, BOOT).file}`,
    scripts: chunks.map((chunk) => `/${chunk.file}`).filter((file) => file !== `/${entry.file}`),
    style: `/${getFile(manifest, STYLE).file}`,
    fonts: (entry.assets ?? []).filter((file) => file.endsWith(".woff2")).map((file) => `/${file}`),
  };
}

/** Returns the keys of a route's files that have this part of it. */
function findParts(manifest: Manifest, routeId: string, part: string): string[] {
  const prefix = `src/routes/${routeFile(routeId)}.tsx?tsr-split=${part}`;
  return Object.keys(manifest).filter((key) => key.startsWith(prefix));
}

function findNotFoundPage(manifest: Manifest, routeId = ""): string[] {
  const own = findParts(manifest, routeId, "notFoundComponent");
  if (own.length > 0) return own;
  getFile(manifest, PAGE_NOT_FOUND);
  return [PAGE_NOT_FOUND];
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
