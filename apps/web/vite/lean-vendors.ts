import type { Plugin } from "vite";

const ICON_FACTORY = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const STORE_SHIM = "use-sync-external-store/shim/with-selector";

const LEAN_ICON_FACTORY = `
import { createElement } from "react";
const svg = { xmlns: "http://www.w3.org/2000/svg", width: 24, height: 24, viewBox: "0 0 24 24", fill: "none",
  stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": true };
export default ({ node }) => (props) =>
  createElement("svg", { ...svg, ...props }, node.map(([tag, attributes]) => createElement(tag, attributes)));
`;

const PRELOAD_HELPER = "\0vite/preload-helper.js";

const LEAN_PRELOAD_HELPER = "export const __vitePreload = (load) => load();";

/**
 * Leaves out of the bundles what this app has no use for: the naming of Lucide's icons, the stand-in
 * for a hook that React has had since version 18, and Vite's preloading of chunks, which the
 * documents do by themselves. Together 4 kB of every first load.
 */
export function leanVendors(): Plugin {
  return {
    name: "studbook:lean-vendors",
    enforce: "pre",
    resolveId(source, importer, options) {
      const name = source.replace(/\.js$/, "");
      if (name !== STORE_SHIM) return null;
      return this.resolve(name.replace("/shim", ""), importer, options);
    },
    load(id) {
      if (id === PRELOAD_HELPER) return LEAN_PRELOAD_HELPER;
      return ICON_FACTORY.test(id) ? LEAN_ICON_FACTORY : null;
    },
  };
}
