// The router's rewriting of addresses: this app lives at the root and shows each under its own.
export let composeRewrites, rewriteBasepath;
export const executeRewriteInput = (_, url) => url;
export const executeRewriteOutput = (_, url) => url;
