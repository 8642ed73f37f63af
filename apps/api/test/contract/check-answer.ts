import type { LightMyRequestResponse } from "fastify";
import { resolveHeader, resolveResponse } from "../../src/openapi/resolve-reference.ts";
import type { ApiResponse, OpenApi, Operation } from "../../src/openapi/types.ts";
import { createValidator } from "../schema-validator.ts";

/** Compares answers with what a document says of them: what differs, or nothing. */
export function createCheck(
  document: OpenApi,
): (operation: Operation, response: LightMyRequestResponse) => string[] {
  const validate = createValidator(document);

  const checkHeaders = (told: ApiResponse, { headers }: LightMyRequestResponse) =>
    Object.entries(told.headers).flatMap(([name, reference]) => {
      const { required, schema } = resolveHeader(document, reference);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`${name} is missing`] : [];
      const text = [value].flat().join(", ");
      return validate(schema, schema.type === "integer" ? Number(text) : text).map(
        (problem) => `${name}${problem}`,
      );
    });

  // What may be kept has a tag to ask about it again; nothing else may be kept.
  const checkCaching = (told: ApiResponse, { headers }: LightMyRequestResponse) => {
    const expected = "ETag" in told.headers ? "no-cache" : "no-store";
    const given = headers["cache-control"];
    return given === expected ? [] : [`Cache-Control is ${given}`];
  };

  const checkBody = (told: ApiResponse, response: LightMyRequestResponse) => {
    if (!told.content) return response.body === "" ? [] : ["it has a body"];
    const [type = ""] = String(response.headers["content-type"]).split(";");
    const media = told.content[type];
    if (!media) return [`it is of the type ${type}`];
    return validate(media.schema, type === "application/json" ? response.json() : response.body);
  };

  return (operation, response) => {
    const told = operation.responses[String(response.statusCode)];
    if (!told) return [`${response.statusCode} is not documented: ${response.body}`];
    const resolved = resolveResponse(document, told);
    return [checkHeaders, checkCaching, checkBody].flatMap((part) => part(resolved, response));
  };
}
