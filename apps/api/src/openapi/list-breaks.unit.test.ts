import { expect, it } from "vitest";
import { documentOf, operation } from "../../test/openapi-document.ts";
import { isNewMajor, listBreaks } from "./list-breaks.ts";
import type { JsonSchema, OpenApi, Operation } from "./types.ts";

type Change = { document: OpenApi; call: Operation; request: JsonSchema; response: JsonSchema };

function changed(change: (parts: Change) => void): string[] {
  const document = structuredClone(documentOf());
  const call = document.paths["/api/ads"]?.post;
  const request = call?.requestBody?.content["application/json"]?.schema;
  const response = document.components.schemas.Ad;
  if (!call || !request || !response) throw new Error("A part of the document is missing");
  change({ document, call, request, response });
  return listBreaks(documentOf(), document).map((text) => text.replace("POST /api/ads: ", ""));
}

const put = (schema: JsonSchema, name: string, field: JsonSchema) => {
  schema.properties = { ...schema.properties, [name]: field };
};

const drop = (schema: JsonSchema, name: string) => {
  const { [name]: _gone, ...rest } = schema.properties ?? {};
  schema.properties = rest;
};

const alter = (schema: JsonSchema, name: string, rules: JsonSchema) =>
  put(schema, name, { ...schema.properties?.[name], ...rules });

const BREAKS: [text: string, change: (parts: Change) => void][] = [
  ["the call was removed", ({ document }) => delete document.paths["/api/ads"]],
  ["its operationId was ads.create", ({ call }) => Object.assign(call, { operationId: "ads.add" })],
  [
    "now requires session instead of no authentication",
    ({ call }) => Object.assign(call, { security: [{ session: [] }] }),
  ],
  [
    "session is no longer apiKey cookie __Host-studbook",
    ({ document }) =>
      Object.assign(document.components.securitySchemes.session ?? {}, { name: "sid" }),
  ],
  [
    "session is no longer apiKey cookie __Host-studbook",
    ({ document }) => {
      const bearer = { type: "http", scheme: "bearer", description: "" };
      document.components.securitySchemes = { session: bearer };
    },
  ],
  [
    "session is no longer apiKey cookie __Host-studbook",
    ({ document }) => delete document.components.securitySchemes.session,
  ],
  [
    "the server / was removed or is no longer the default",
    ({ document }) => Object.assign(document.servers[0] ?? {}, { url: "/v2" }),
  ],
  [
    "the server / was removed or is no longer the default",
    ({ document }) => document.servers.unshift({ url: "/v2", description: "" }),
  ],
  [
    "the version is lower than 1.0.0",
    ({ document }) => Object.assign(document.info, { version: "0.9.9" }),
  ],
  [
    "limit now defaults to 10",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { default: 10 }),
  ],
  [
    "limit now defaults to nothing",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { default: undefined }),
  ],
  ["limit was removed", ({ call }) => Object.assign(call, { parameters: [] })],
  [
    "limit now has a maximum of 100",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { maximum: 100 }),
  ],
  [
    "q is now required",
    ({ call }) => call.parameters?.push({ name: "q", in: "query", required: true, schema: {} }),
  ],
  ["body.fee is now required", ({ request }) => request.required?.push("fee")],
  ["body.fee was removed", ({ request }) => drop(request, "fee")],
  ["body.phone can no longer be null", ({ request }) => put(request, "phone", { type: "string" })],
  [
    'body.state can no longer be "CA"',
    ({ request }) => put(request, "state", { type: "string", enum: ["TX", "NY"] }),
  ],
  [
    "body.name now has a maxLength of 40",
    ({ request }) => put(request, "name", { type: "string", maxLength: 40 }),
  ],
  [
    "body.fee now has a minimum of 1",
    ({ request }) => put(request, "fee", { type: "integer", minimum: 1 }),
  ],
  [
    "body.fee now has an exclusiveMinimum of 0",
    ({ request }) => put(request, "fee", { type: "integer", exclusiveMinimum: 0 }),
  ],
  ["body.count now defaults to 20", ({ request }) => alter(request, "count", { default: 20 })],
  [
    "body.count now has an exclusiveMinimum of 5",
    ({ request }) => alter(request, "count", { exclusiveMinimum: 5 }),
  ],
  [
    "limit now has an exclusiveMaximum of 200",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { exclusiveMaximum: 200 }),
  ],
  ["body.fee now has a multipleOf of 5", ({ request }) => alter(request, "fee", { multipleOf: 5 })],
  [
    "body.count now has a multipleOf of 20",
    ({ request }) => alter(request, "count", { multipleOf: 20 }),
  ],
  [
    "body.name now has a pattern of ^[A-Z]+$",
    ({ request }) => alter(request, "name", { pattern: "^[A-Z]+$" }),
  ],
  [
    "body.tags must now have unique items",
    ({ request }) => alter(request, "tags", { uniqueItems: true }),
  ],
  [
    "body no longer accepts additional properties",
    ({ request }) => Object.assign(request, { additionalProperties: false }),
  ],
  ["201 response.note was removed", ({ response }) => drop(response, "note")],
  [
    "201 response.note is now optional",
    ({ response }) => Object.assign(response, { required: ["id", "tags"] }),
  ],
  [
    "201 response.id can now be null",
    ({ response }) => put(response, "id", { type: ["string", "null"], format: "uuid" }),
  ],
  [
    "201 response.id now has a format of uri",
    ({ response }) => alter(response, "id", { format: "uri" }),
  ],
  [
    "201 response.id no longer has a format",
    ({ response }) => put(response, "id", { type: "string" }),
  ],
  [
    "201 response.tags[] can now be integer",
    ({ response }) => put(response, "tags", { type: "array", items: { type: "integer" } }),
  ],
  [
    '201 response.status can no longer be "failed"',
    ({ response }) => alter(response, "status", { enum: ["paid", "refunded"] }),
  ],
  [
    '201 response.status is no longer one of ["paid","failed"]',
    ({ response }) => put(response, "status", { type: "string" }),
  ],
  [
    "201 X-Total-Count can now be string",
    ({ document }) =>
      Object.assign(document.components.headers["X-Total-Count"] ?? {}, {
        schema: { type: "string" },
      }),
  ],
  ["the status 409 was removed", ({ call }) => delete call.responses[409]],
  [
    '409 response.code can no longer be "TAKEN"',
    ({ document }) => {
      const json = document.components.responses.TAKEN?.content?.["application/json"];
      Object.assign(json?.schema.allOf?.[1]?.properties ?? {}, { code: { enum: ["IN_USE"] } });
    },
  ],
  [
    "201 no longer always has ETag",
    ({ document }) => Object.assign(document.components.headers.ETag ?? {}, { required: false }),
  ],
];

it.each(BREAKS)("reports that %s", (text, change) => {
  expect(changed(change)).toEqual([text]);
});

it("ignores additions and wider limits", () => {
  const breaks = changed(({ document, call, request, response }) => {
    document.paths["/api/new"] = { get: operation() };
    call.parameters?.push({ name: "q", in: "query", schema: { type: "string" } });
    put(request, "kennel", { type: "string" });
    put(request, "name", { type: "string", maxLength: 100 });
    put(request, "state", { type: "string", enum: ["TX", "CA", "NY"] });
    put(request, "fee", { type: ["integer", "null"], minimum: 0 });
    put(request, "count", { type: "integer", minimum: 0, multipleOf: 5, default: 10 });
    alter(response, "status", { enum: ["paid", "failed", "refunded"] });
    document.servers.push({ url: "/v2", description: "" });
    Object.assign(document.components.securitySchemes, {
      key: { type: "http", scheme: "bearer", description: "" },
    });
    call.security.push({ key: [] });
    document.info.version = "1.0.1";
    put(response, "kennel", { type: "string" });
    put(response, "note", { type: "string", enum: ["new", "old"] });
    response.required?.push("kennel");
    call.responses[402] = { $ref: "#/components/responses/TAKEN" };
  });
  expect(breaks).toEqual([]);
});

it("reports a call that now requires another role", () => {
  const before = documentOf();
  const after = documentOf();
  const [was, is] = [before, after].map(({ paths }) => paths["/api/ads"]?.post);
  Object.assign(was ?? {}, { security: [{ session: [] }] });
  Object.assign(is ?? {}, { security: [{ session: ["admin"] }] });
  const text = "POST /api/ads: now requires admin session instead of session";
  expect(listBreaks(before, after)).toEqual([text]);
  expect(listBreaks(after, before)).toEqual([]);
});

it("recognizes intentional breaks only by the major version", () => {
  expect(isNewMajor(documentOf("1.9.0"), documentOf("2.0.0"))).toBe(true);
  expect(isNewMajor(documentOf("1.0.0"), documentOf("1.1.0"))).toBe(false);
});
