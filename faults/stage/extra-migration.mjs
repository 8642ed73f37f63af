// Loaded with --import before `studbook migrate`: adds stage/next-release.ts to the migrations, as a newer release would.
import fs from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";

const NAME = "9999-next-release.ts";
const FILE = new URL("./next-release.ts", import.meta.url).href;
const readFolder = fs.readdirSync;

Object.assign(fs, {
  /** @param {Parameters<typeof readFolder>} parameters */
  readdirSync(...parameters) {
    const names = readFolder(...parameters);
    return String(parameters[0]).endsWith("/db/src/migrations/") ? [...names, NAME] : names;
  },
});
syncBuiltinESMExports();
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith(`/migrations/${NAME}`) ? FILE : specifier, context),
});
