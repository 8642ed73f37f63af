import type { Plugin } from "vite";

/** Modules of others, by the end of their path, what is replaced in them, and what must not be left there. */
const REPLACEMENTS: { path: RegExp; part: RegExp; replacement: string; left?: RegExp }[] = [
  {
    // Functions that constructors assign, through which everything of a page is reached.
    path: /\/@tanstack\/(?:router-core\/dist\/esm\/router|react-router\/dist\/esm\/CatchBoundary)\.js$/,
    part: /^(\t+)(this\.\w+ = )((?:async )?\([^\n]*\) => (?:\{\n[\s\S]*?\n\1\}|[^\n]*[^\n{]));$/gm,
    // Which is the function itself, and no longer written where it is assigned.
    replacement: "$1$2Object($3);",
    left: /^\t+this\.\w+ = (?:async )?(?:\(.*\)|\w+) =>/m,
  },
  {
    path: /\/@tanstack\/router-core\/dist\/esm\/ssr\/ssr-server\.js$/,
    part: /router\.ssr = (?=\{ get manifest\(\) \{)/,
    replacement: "router.ssr = manifest && ",
  },
  {
    // Whether a question's signal was asked for matters only where it can be canceled: in a browser.
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
 * Lets what a page was made of end with the page. V8 puts functions that are assigned to properties, and getters of
 * single objects, where only a collection of the whole heap finds them, with everything that they can reach: 190 KB for
 * each page of 24 ads (docs/decisions/051-bounded-requests.md). On the server only.
 */
export function shortLivedVendors(): Plugin {
  return {
    name: "studbook:short-lived-vendors",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    transform(code, id) {
      const found = REPLACEMENTS.find(({ path }) => path.test(id));
      if (!found) return null;
      const { part, replacement, left } = found;
      const changed = code.replace(part, replacement);
      if (changed === code || left?.test(changed)) this.error(`${id} is not what it was`);
      return changed;
    },
  };
}
