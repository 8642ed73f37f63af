/** The parts of Vite's client manifest that a document needs. */
export type Manifest = Record<
  string,
  {
    file: string;
    isEntry?: boolean;
    imports?: string[];
    css?: string[];
    assets?: string[];
  }
>;

/** Root-relative addresses of what a document loads at first. */
export type Assets = { entry: string; scripts: string[]; styles: string[]; fonts: string[] };

const ENTRY = "src/main.tsx";

/** The files of the entry and of the matched routes with all they import. Throws without an entry. */
export function listAssets(manifest: Manifest, routeIds: string[]): Assets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The client manifest has no ${ENTRY}`);
  const routeKeys = Object.keys(manifest).filter((key) =>
    routeIds.some((id) => key === `src/routes/${routeFile(id)}.tsx?tsr-split=component`),
  );
  const chunks = [...withImports(manifest, [ENTRY, ...routeKeys])];
  return {
    entry: `/${entry.file}`,
    scripts: chunks.map((chunk) => `/${chunk.file}`).filter((file) => file !== `/${entry.file}`),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
    fonts: (entry.assets ?? []).filter((file) => file.endsWith(".woff2")).map((file) => `/${file}`),
  };
}

function routeFile(routeId: string): string {
  return routeId === "/" ? "index" : routeId.slice(1).replaceAll("/", ".");
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
