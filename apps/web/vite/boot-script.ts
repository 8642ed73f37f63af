import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const SOURCE = "src/boot/boot.ts";

/** Builds the boot script as a classic script with a hashed name, and lists it in the manifest. */
export function bootScript(): Plugin {
  return {
    name: "studbook:boot-script",
    apply: "build",
    async buildStart() {
      const entry = fileURLToPath(new URL(`../${SOURCE}`, import.meta.url));
      const result = await build({
        configFile: false,
        logLevel: "error",
        build: { write: false, lib: { entry, formats: ["iife"], name: "boot" } },
      });
      const [output] = [result].flat();
      if (!output || !("output" in output)) throw new Error("The boot script was not built");
      this.emitFile({
        type: "asset",
        name: "boot.js",
        originalFileName: SOURCE,
        source: output.output[0].code,
      });
    },
  };
}
