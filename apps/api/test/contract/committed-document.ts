import { readFile } from "node:fs/promises";
import { resolveResponse } from "../../src/openapi/resolve-reference.ts";
import type { OpenApi, Operation } from "../../src/openapi/types.ts";

const FILE = new URL("../../../../docs/openapi.json", import.meta.url);

/** The committed API document. Another test compares it with the server's. */
export const committedDocument: OpenApi = JSON.parse(await readFile(FILE, "utf8"));

/** Returns the documented example of an error, if there is one. */
export function findErrorExample({ responses }: Operation, status: number): unknown {
  const response = responses[status];
  if (!response) return undefined;
  return resolveResponse(committedDocument, response).content?.["application/json"]?.example;
}
