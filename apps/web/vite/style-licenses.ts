import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** The licenses of everything that browsers load. Vite writes those of the scripts. */
export const LICENSES_FILE = "third-party-licenses.txt";

const PACKAGES = [
  "@fontsource-variable/besley",
  "@fontsource-variable/public-sans",
  "tailwindcss",
] as const;

/** Adds the packages of fonts and styles to the licenses. */
export function styleLicenses(): Plugin {
  return {
    name: "studbook:style-licenses",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const file = bundle[LICENSES_FILE];
        if (file?.type !== "asset") throw new Error(`The build has no ${LICENSES_FILE}`);
        const entries = await Promise.all(PACKAGES.map(renderEntry));
        file.source = [file.source, ...entries].join("\n");
      },
    },
  };
}

/** Returns the entry of a package in Vite's format. */
async function renderEntry(name: string): Promise<string> {
  const manifest = new URL(import.meta.resolve(`${name}/package.json`));
  const { version, license }: { version: string; license: string } = JSON.parse(
    await readFile(manifest, "utf8"),
  );
  const text = await readFile(new URL("LICENSE", manifest), "utf8");
  return `## ${name} - ${version} (${license})\n\n${text.trim()}\n`;
}
