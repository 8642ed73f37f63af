import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const SOURCE = "src/theme/boot.ts";

/** Builds the theme's boot script as a classic script with a hashed name, and lists it in the manifest. */
export function themeScript(): Plugin {
  return {
    name: "studbook:theme-script",
    apply: "build",
    async buildStart() {
      const entry = fileURLToPath(new URL(`../${SOURCE}`, import.meta.url));
      const result = await build({
        configFile: false,
        logLevel: "error",
        build: { write: false, lib: { entry, formats: ["iife"], name: "theme" } },
      });
      const [output] = [result].flat();
      if (!output || !("output" in output)) throw new Error("The theme script was not built");
      this.emitFile({
        type: "asset",
        name: "theme.js",
        originalFileName: SOURCE,
        source: output.output[0].code,
      });
    },
  };
}
