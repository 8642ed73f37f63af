import { readFile } from "node:fs/promises";
import type { OpenApi } from "../../src/openapi/types.ts";

const FILE = new URL("../../../../docs/openapi.json", import.meta.url);

/** The committed API document. Another test compares it with the server's. */
export const committedDocument: OpenApi = JSON.parse(await readFile(FILE, "utf8"));
