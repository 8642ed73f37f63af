// Vite's loader of an import()'s chunks and styles: both are preloaded by the documents.
export { loadPart as __vitePreload } from "/src/load-part.ts";
