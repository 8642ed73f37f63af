import { RECORD_PARTS } from "@studbook/domain/record/parts";
import { recordChangeOn } from "@studbook/domain/schemas/record/record";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonSchema } from "../../src/openapi/types.ts";
import { arbitraryOf } from "./arbitrary-of.ts";
import { committedDocument } from "./committed-document.ts";

const SAMPLES = 500;

function recordSchemaOf(body: JsonSchema | undefined): JsonSchema {
  const schema = body?.properties?.record;
  if (!schema) throw new Error("The body has no record");
  return schema;
}

it.each([
  ["POST /api/ads", committedDocument.paths["/api/ads"]?.post],
  ["PATCH /api/ads/{id}", committedDocument.paths["/api/ads/{id}"]?.patch],
])(
  "the records that are generated for %s state each part, and many are accepted",
  (_call, operation) => {
    const body = operation?.requestBody?.content["application/json"]?.schema;
    const record = arbitraryOf(committedDocument, recordSchemaOf(body));
    const schema = recordChangeOn().nullable();
    const accepted = fc
      .sample(record, { numRuns: SAMPLES, seed: 1 })
      .flatMap((one) => schema.safeParse(one).data ?? []);
    const stated = accepted.map((change) =>
      Object.entries(change).flatMap(([part, value]) => (value === null ? [] : [part])),
    );
    expect(new Set(stated.flat()).size).toBe(RECORD_PARTS.length);
    expect(stated.filter((parts) => parts.length > 0).length).toBeGreaterThan(SAMPLES / 10);
  },
);
