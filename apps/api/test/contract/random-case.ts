import fc from "fast-check";
import type { InjectOptions } from "fastify";
import type { JsonSchema, OpenApi } from "../../src/openapi/types.ts";
import { hostile } from "../hostile/arbitraries.ts";
import { arbitraryOf, someFieldsOf } from "./arbitrary-of.ts";
import type { DocumentedCall } from "./documented-calls.ts";

/** A matrix cell by index, and a change to its request. */
export type RandomCase = {
  wantsGranted: boolean;
  cell: number;
  change: (request: InjectOptions) => InjectOptions;
};

type Change = RandomCase["change"];

const unchanged: Change = (request) => request;

/** Generates requests of the matrix, some with other valid input and some with invalid input. */
export function randomCaseOf(document: OpenApi, call: DocumentedCall): fc.Arbitrary<RandomCase> {
  return fc.record({
    wantsGranted: fc.oneof(
      { weight: 5, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    cell: fc.nat(),
    change: fc.oneof(
      { weight: 5, arbitrary: fc.constant(unchanged) },
      { weight: 4, arbitrary: changeOf(document, call) },
    ),
  });
}

function changeOf(document: OpenApi, { operation }: DocumentedCall): fc.Arbitrary<Change> {
  const query = operation.parameters?.filter((parameter) => parameter.in === "query") ?? [];
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (body) return bodyChange(document, body);
  if (query.length === 0) return fc.constant(unchanged);
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
  return queryChange(document, { type: "object", properties });
}

function bodyChange(document: OpenApi, schema: JsonSchema): fc.Arbitrary<Change> {
  const varied = someFieldsOf(document, schema).map(
    (fields): Change =>
      (request) => ({ ...request, payload: { ...fieldsOf(request.payload), ...fields } }),
  );
  const whole = arbitraryOf(document, schema).map((body) => fieldsOf(body));
  const other = hostile(whole).map(
    ({ body }): Change =>
      ({ headers, ...request }) => ({
        ...request,
        headers: { ...headers, "content-type": "application/json" },
        payload: JSON.stringify(body) ?? "",
      }),
  );
  return fc.oneof({ weight: 3, arbitrary: varied }, { weight: 1, arbitrary: other });
}

function queryChange(document: OpenApi, schema: JsonSchema): fc.Arbitrary<Change> {
  const names = Object.keys(schema.properties ?? {});
  const anything = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: "binary" }));
  const some = fc.oneof(
    { weight: 3, arbitrary: someFieldsOf(document, schema) },
    { weight: 1, arbitrary: anything },
  );
  return some.map((fields): Change => {
    const values = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    );
    const query = new URLSearchParams(values).toString();
    return ({ url, ...request }) => ({ ...request, url: `${url}?${query}` });
  });
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Buffer.isBuffer(body) ? { ...body } : {};
}
