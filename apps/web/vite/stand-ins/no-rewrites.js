// Replaces the router's URL rewriting, which this app does not use because it is served at the root.
export let composeRewrites, rewriteBasepath;
export const executeRewriteInput = (_, url) => url;
export const executeRewriteOutput = (_, url) => url;
