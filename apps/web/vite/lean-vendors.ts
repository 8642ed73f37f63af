import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

// Vite's helper for import() preloads chunks and styles, which the documents already do.
const PRELOAD_HELPER = "\0vite/preload-helper.js";
const LOAD_CHUNK = fileURLToPath(import.meta.resolve("../src/load-chunk.ts"));

// Only the query client's own import is replaced.
const QUERY_CLIENT = "/@tanstack/query-core/build/modern/queryClient.js";
const MUTATIONS = fileURLToPath(import.meta.resolve("./stand-ins/no-mutations.js"));

/** Third-party modules, by the end of their path, and their replacements. */
const STAND_INS: [path: RegExp, url: string][] = [
  [
    /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    import.meta.resolve("./stand-ins/create-icon.js"),
  ],
  [
    /\/use-sync-external-store\/shim\/with-selector\.js$/,
    import.meta.resolve("./stand-ins/use-store-with-selector.js"),
  ],
  [
    /\/@tanstack\/router-core\/dist\/esm\/searchParams\.js$/,
    import.meta.resolve("./stand-ins/no-json-queries.js"),
  ],
  [
    /\/@tanstack\/router-core\/dist\/esm\/rewrite\.js$/,
    import.meta.resolve("./stand-ins/no-rewrites.js"),
  ],
  [
    /\/@tanstack\/react-router\/dist\/esm\/lazyRouteComponent\.js$/,
    import.meta.resolve("./stand-ins/lazy-route-component.js"),
  ],
  [
    /\/@tanstack\/react-query\/build\/modern\/useBaseQuery\.js$/,
    import.meta.resolve("./stand-ins/use-plain-query.js"),
  ],
  [
    /\/@tanstack\/query-core\/build\/modern\/timeoutManager\.js$/,
    import.meta.resolve("./stand-ins/browser-timers.js"),
  ],
  [
    /\/@tanstack\/query-core\/build\/modern\/focusManager\.js$/,
    import.meta.resolve("./stand-ins/always-on.js"),
  ],
  [
    /\/@tanstack\/query-core\/build\/modern\/onlineManager\.js$/,
    import.meta.resolve("./stand-ins/always-on.js"),
  ],
];

// Names and sizes of icons, and React keys of elements that are never reordered.
const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
const ICON_EXTRAS = /^ {2}(?:name|size|aliases): .*\n|,\s*key: "\w+"|^__iconData\.node;\n/gm;

/** Parts of third-party modules, by the end of their path, and what replaces them. */
const PARTS: { path: RegExp; part: RegExp; replacement: string }[] = [
  {
    // The router's default error page. This app has its own.
    path: /\/@tanstack\/react-router\/dist\/esm\/CatchBoundary\.js$/,
    part: /function ErrorComponent\([\s\S]*?\n\}\n/,
    replacement: "const ErrorComponent = () => null;\n",
  },
  {
    // React's functions for preloading.
    path: /\/react-dom\/cjs\/react-dom\.production\.js$/,
    part: /^exports\.(?:preconnect|prefetchDNS|pre(?:init|load)(?:Module)?) = [\s\S]*?\n\};\n/gm,
    replacement: "",
  },
  {
    // What they call.
    path: /\/react-dom\/cjs\/react-dom-client\.production\.js$/,
    part: /^ {2}[DCLmXSM]: (?:preconnect|prefetchDNS|pre(?:init|load)\w*),?\n/gm,
    replacement: "",
  },
];

/** Removes third-party code that this app does not use, about 8.2 kB of every first load. */
export function leanVendors(): Plugin {
  const replaced = new Set<RegExp>();
  return {
    name: "studbook:lean-vendors",
    enforce: "pre",
    resolveId(source, importer) {
      return source === "./mutationCache.js" && importer?.endsWith(QUERY_CLIENT) ? MUTATIONS : null;
    },
    async load(id) {
      if (id === PRELOAD_HELPER)
        return `export { loadChunk as __vitePreload } from ${JSON.stringify(LOAD_CHUNK)};`;
      const standIn = STAND_INS.find(([path]) => path.test(id));
      if (!standIn) return null;
      const [path, url] = standIn;
      replaced.add(path);
      return await readFile(new URL(url), "utf8");
    },
    buildEnd(error) {
      if (error || this.environment.name !== "client") return;
      const unused = STAND_INS.filter(([path]) => !replaced.has(path)).map(([path]) => path.source);
      if (unused.length > 0)
        this.error(`No module has these paths. Update STAND_INS: ${unused.join(", ")}`);
    },
    transform(code, id) {
      if (ICON.test(id)) return code.replace(ICON_EXTRAS, "");
      const found = PARTS.find(({ path }) => path.test(id));
      if (!found) return null;
      const changed = code.replace(found.part, found.replacement);
      if (changed === code) this.error(`${id} has changed. Update PARTS for this version`);
      return changed;
    },
  };
}
