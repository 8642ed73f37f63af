import { readFile } from "node:fs/promises";
import type { OpenApi } from "../../src/openapi/types.ts";

const FILE = new URL("../../../../docs/openapi.json", import.meta.url);

/** The document as it is kept, which another test holds to what the server says. */
export const keptDocument: OpenApi = JSON.parse(await readFile(FILE, "utf8"));
