import { parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

const ENTRY = fileURLToPath(import.meta.resolve("../src/main.tsx"));
const LANDING_PAGES = fileURLToPath(import.meta.resolve("../src/routes/(landing)/"));
// A second entry that imports main.tsx, so that all of its imports are shared by two entries. It is not written to disk.
const SECOND_ENTRY = "\0first-load";

/** See docs/decisions/005-first-load.md. A chunk also contains what its modules import. */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  // Without icons, because they change when our pages do.
  { name: "vendor", test: /node_modules\/(?:react|react-dom|@tanstack)\//, tags: ["$initial"] },
  { name: "first-load", tags: ["$initial"], minShareCount: 2 },
  // Form fields, which many pages of signed-in users share.
  { name: "fields", test: /\/packages\/ui\/src\//, minShareCount: 6 },
];

/** Makes the pages in routes/(landing) entries of the build. Rolldown tags `$initial` what entries import. */
export function firstLoad(): Plugin {
  return {
    name: "studbook:first-load",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: "chunk", id: SECOND_ENTRY });
    },
    resolveId: (source) => (source === SECOND_ENTRY ? source : null),
    load: (id) => (id === SECOND_ENTRY ? `import ${JSON.stringify(ENTRY)};` : null),
    moduleParsed({ id, dynamicallyImportedIds }) {
      if (!id.startsWith(LANDING_PAGES) || id.includes("?")) return;
      for (const part of dynamicallyImportedIds) {
        if (part.startsWith(`${id}?tsr-split=component`))
          this.emitFile({ type: "chunk", id: part, name: parse(id).name });
      }
    },
    generateBundle(_options, bundle) {
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === "chunk" && output.facadeModuleId === SECOND_ENTRY) delete bundle[file];
      }
    },
  };
}
