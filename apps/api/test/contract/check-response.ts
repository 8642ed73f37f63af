import type { LightMyRequestResponse } from "fastify";
import { resolveHeader, resolveResponse } from "../../src/openapi/resolve-reference.ts";
import type { ApiResponse, OpenApi, Operation } from "../../src/openapi/types.ts";
import { createValidator } from "../schema-validator.ts";

/** Creates a function that checks a response against the document and returns the differences. */
export function createCheck(
  document: OpenApi,
): (operation: Operation, response: LightMyRequestResponse) => string[] {
  const validate = createValidator(document);

  const checkHeaders = (documented: ApiResponse, { headers }: LightMyRequestResponse) =>
    Object.entries(documented.headers).flatMap(([name, reference]) => {
      const { required, schema } = resolveHeader(document, reference);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`${name} is missing`] : [];
      const text = [value].flat().join(", ");
      return validate(schema, schema.type === "integer" ? Number(text) : text).map(
        (problem) => `${name}${problem}`,
      );
    });

  // Only responses with an ETag may be cached, and must be revalidated. A caller's own may not be shared.
  const checkCaching = (documented: ApiResponse, { headers }: LightMyRequestResponse) => {
    const expected =
      "ETag" in documented.headers
        ? ["no-cache", "public, max-age=0, must-revalidate"]
        : ["no-store"];
    const given = headers["cache-control"];
    return expected.includes(String(given)) ? [] : [`Cache-Control is ${given}`];
  };

  const checkOrigins = (operation: Operation, { headers }: LightMyRequestResponse) => {
    const given = headers["access-control-allow-origin"];
    const isOpen = JSON.stringify(operation.responses).includes("Access-Control-Allow-Origin");
    // An owner's or admin's response is for Studbook's own pages only.
    const isExpected = isOpen ? given === "*" || given === undefined : given === undefined;
    return isExpected ? [] : [`Access-Control-Allow-Origin is ${given}`];
  };

  const checkBody = (documented: ApiResponse, response: LightMyRequestResponse) => {
    if (!documented.content) return response.body === "" ? [] : ["it has a body"];
    const [type = ""] = String(response.headers["content-type"]).split(";");
    const media = documented.content[type];
    if (!media) return [`its content type is ${type}`];
    return validate(media.schema, type === "application/json" ? response.json() : response.body);
  };

  return (operation, response) => {
    const documented = operation.responses[String(response.statusCode)];
    if (!documented) return [`${response.statusCode} is not documented: ${response.body}`];
    const resolved = resolveResponse(document, documented);
    return [
      ...[checkHeaders, checkCaching, checkBody].flatMap((part) => part(resolved, response)),
      ...checkOrigins(operation, response),
    ];
  };
}
