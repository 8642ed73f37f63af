import { fileURLToPath } from "node:url";
import type { Component } from "./list-components.ts";

export const LICENSES_FILE = fileURLToPath(new URL("../docs/licenses.md", import.meta.url));

/** Licenses that ask for no more than a copy of their text. */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "(MIT OR Apache-2.0)",
  "(MIT OR CC0-1.0)",
  "MIT and ISC",
  // Fonts may not be sold by themselves, which Studbook does not do.
  "OFL-1.1",
  "PSF-2.0",
  "Unlicense",
]);

/** Packages with another license, and why that is acceptable. */
const EXCEPTIONS: Record<string, { license: string; reason: string }> = {
  "@img/sharp-libvips-*": {
    license: "LGPL-3.0-or-later",
    reason: "sharp loads it as a separate shared library, which anyone can replace",
  },
};

/** Returns the packages whose license has not been accepted. */
export function listUnaccepted(components: readonly Component[]): Component[] {
  return components.filter(
    ({ name, license }) => !PERMISSIVE.has(license) && EXCEPTIONS[name]?.license !== license,
  );
}

/** Renders docs/licenses.md. */
export function renderLicenses(components: readonly Component[]): string {
  const rows = components.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const exceptions = Object.entries(EXCEPTIONS).map(
    ([name, { license, reason }]) => `- \`${name}\` (${license}): ${reason}.`,
  );
  return `${INTRODUCTION}
${exceptions.join("\n")}

\`\`\`
${rows.join("\n")}
\`\`\`
`;
}

const INTRODUCTION = `# Third-party licenses

\`pnpm generate\` writes this file. It lists the packages that the server runs or that are built into the web app, with
the packages that they depend on. A name that ends in \`-*\` stands for the packages of all platforms. The texts of the
licenses are in each package under \`node_modules\`, and for browsers at \`/third-party-licenses.txt\`.

The ZIP codes in \`packages/db/data\` are from [GeoNames](https://www.geonames.org), under
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). They are reduced to the 50 states, to the city, state and center of
each ZIP code, and to three decimals. \`/credits\` says so to visitors.

A test fails if a package is missing, or if its license is neither permissive nor listed here:
`;
