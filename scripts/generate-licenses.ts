import { writeFile } from "node:fs/promises";
import { LICENSES_FILE, renderLicenses } from "./licenses.ts";
import { listComponents } from "./list-components.ts";

/** Writes docs/licenses.md. */
await writeFile(LICENSES_FILE, renderLicenses(await listComponents()));
