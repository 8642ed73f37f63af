import type { Plugin } from "vite";

/** Third-party modules, by the end of their path, what is replaced in them, and what must not remain. */
const REPLACEMENTS: { path: RegExp; part: RegExp; replacement: string; forbidden?: RegExp }[] = [
  {
    // Functions that constructors assign. They reference everything of a page.
    path: /\/@tanstack\/(?:router-core\/dist\/esm\/router|react-router\/dist\/esm\/CatchBoundary)\.js$/,
    part: /^(\t+)(this\.\w+ = )((?:async )?\([^\n]*\) => (?:\{\n[\s\S]*?\n\1\}|[^\n]*[^\n{]));$/gm,
    // Object(f) returns f itself, but f is no longer a literal in the assignment.
    replacement: "$1$2Object($3);",
    forbidden: /^\t+this\.\w+ = (?:async )?(?:\(.*\)|\w+) =>/m,
  },
  {
    // Whether the signal of a query is used matters only in a browser, where queries can be canceled.
    path: /\/@tanstack\/query-core\/build\/modern\/query\.js$/,
    part: /get: \(\) => \{\s+this\.#abortSignalConsumed = true;?\s+return abortController\.signal;?\s+\}/,
    replacement: "value: abortController.signal",
  },
  {
    path: /\/@tanstack\/query-core\/build\/modern\/utils\.js$/,
    part: /get: \(\) => \{\s+signal \?\?= getSignal\(\);[\s\S]*?return signal;?\s+\}/,
    replacement: "value: getSignal()",
  },
];

/**
 * Lets the garbage collector free a rendered page early. V8 allocates functions that are assigned to properties, and
 * getters of single objects, in the old generation, where only a full collection frees them and everything they
 * reference: 190 KB per page of 24 ads (docs/decisions/051-bounded-requests.md). For the server build only.
 */
export function shortLivedVendors(): Plugin {
  return {
    name: "studbook:short-lived-vendors",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    transform(code, id) {
      const found = REPLACEMENTS.find(({ path }) => path.test(id));
      if (!found) return null;
      const { part, replacement, forbidden } = found;
      const changed = code.replace(part, replacement);
      if (changed === code || forbidden?.test(changed))
        this.error(`${id} has changed. Update REPLACEMENTS for this version`);
      return changed;
    },
  };
}
