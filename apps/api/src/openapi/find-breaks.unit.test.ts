import { expect, it } from "vitest";
import { documentOf, operation } from "../../test/openapi-document.ts";
import { findBreaks, isNewMajor } from "./find-breaks.ts";
import type { JsonSchema, OpenApi, Operation } from "./types.ts";

type Change = { document: OpenApi; call: Operation; sent: JsonSchema; answered: JsonSchema };

function changed(change: (parts: Change) => void): string[] {
  const document = structuredClone(documentOf());
  const call = document.paths["/api/ads"]?.post;
  const sent = call?.requestBody?.content["application/json"]?.schema;
  const answered = document.components.schemas.Ad;
  if (!call || !sent || !answered) throw new Error("The document has lost its parts");
  change({ document, call, sent, answered });
  return findBreaks(documentOf(), document).map((text) => text.replace("POST /api/ads: ", ""));
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
  ["the call is gone", ({ document }) => delete document.paths["/api/ads"]],
  ["it was called ads.create", ({ call }) => Object.assign(call, { operationId: "ads.add" })],
  [
    "it needs session now, where nothing was enough",
    ({ call }) => Object.assign(call, { security: [{ session: [] }] }),
  ],
  [
    "session is no apiKey cookie __Host-studbook any more",
    ({ document }) =>
      Object.assign(document.components.securitySchemes.session ?? {}, { name: "sid" }),
  ],
  [
    "session is no apiKey cookie __Host-studbook any more",
    ({ document }) => {
      const bearer = { type: "http", scheme: "bearer", description: "" };
      document.components.securitySchemes = { session: bearer };
    },
  ],
  [
    "session is no apiKey cookie __Host-studbook any more",
    ({ document }) => delete document.components.securitySchemes.session,
  ],
  [
    "calls no longer go to /",
    ({ document }) => Object.assign(document.servers[0] ?? {}, { url: "/v2" }),
  ],
  [
    "calls no longer go to /",
    ({ document }) => document.servers.unshift({ url: "/v2", description: "" }),
  ],
  [
    "the version is lower than 1.0.0",
    ({ document }) => Object.assign(document.info, { version: "0.9.9" }),
  ],
  [
    "limit is 10 when it is absent",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { default: 10 }),
  ],
  [
    "limit is nothing when it is absent",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { default: undefined }),
  ],
  ["limit is gone", ({ call }) => Object.assign(call, { parameters: [] })],
  [
    "limit has the maximum 100",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { maximum: 100 }),
  ],
  [
    "q has to be sent now",
    ({ call }) => call.parameters?.push({ name: "q", in: "query", required: true, schema: {} }),
  ],
  ["body.fee has to be sent now", ({ sent }) => sent.required?.push("fee")],
  ["body.fee is gone", ({ sent }) => drop(sent, "fee")],
  ["body.phone can no longer be null", ({ sent }) => put(sent, "phone", { type: "string" })],
  [
    'body.state can no longer be "CA"',
    ({ sent }) => put(sent, "state", { type: "string", enum: ["TX", "NY"] }),
  ],
  [
    "body.name has the maxLength 40",
    ({ sent }) => put(sent, "name", { type: "string", maxLength: 40 }),
  ],
  ["body.fee has the minimum 1", ({ sent }) => put(sent, "fee", { type: "integer", minimum: 1 })],
  [
    "body.fee has the exclusiveMinimum 0",
    ({ sent }) => put(sent, "fee", { type: "integer", exclusiveMinimum: 0 }),
  ],
  ["body.count is 20 when it is absent", ({ sent }) => alter(sent, "count", { default: 20 })],
  [
    "body.count has the exclusiveMinimum 5",
    ({ sent }) => alter(sent, "count", { exclusiveMinimum: 5 }),
  ],
  [
    "limit has the exclusiveMaximum 200",
    ({ call }) => Object.assign(call.parameters?.[0]?.schema ?? {}, { exclusiveMaximum: 200 }),
  ],
  ["body.fee has the multipleOf 5", ({ sent }) => alter(sent, "fee", { multipleOf: 5 })],
  ["body.count has the multipleOf 20", ({ sent }) => alter(sent, "count", { multipleOf: 20 })],
  [
    "body.name has the pattern ^[A-Z]+$",
    ({ sent }) => alter(sent, "name", { pattern: "^[A-Z]+$" }),
  ],
  [
    "body.tags takes nothing twice any more",
    ({ sent }) => alter(sent, "tags", { uniqueItems: true }),
  ],
  [
    "body takes no other fields any more",
    ({ sent }) => Object.assign(sent, { additionalProperties: false }),
  ],
  ["201 answer.note is gone", ({ answered }) => drop(answered, "note")],
  [
    "201 answer.note may be absent now",
    ({ answered }) => Object.assign(answered, { required: ["id", "tags"] }),
  ],
  [
    "201 answer.id can now be null",
    ({ answered }) => put(answered, "id", { type: ["string", "null"], format: "uuid" }),
  ],
  [
    "201 answer.tags[] can now be integer",
    ({ answered }) => put(answered, "tags", { type: "array", items: { type: "integer" } }),
  ],
  [
    '201 answer.status can no longer be "failed"',
    ({ answered }) => alter(answered, "status", { enum: ["paid", "refunded"] }),
  ],
  [
    '201 answer.status is no longer one of ["paid","failed"]',
    ({ answered }) => put(answered, "status", { type: "string" }),
  ],
  [
    "201 X-Total-Count can now be string",
    ({ document }) =>
      Object.assign(document.components.headers["X-Total-Count"] ?? {}, {
        schema: { type: "string" },
      }),
  ],
  ["the status 409 is gone", ({ call }) => delete call.responses[409]],
  [
    '409 answer.code can no longer be "TAKEN"',
    ({ document }) => {
      const json = document.components.responses.TAKEN?.content?.["application/json"];
      Object.assign(json?.schema.allOf?.[1]?.properties ?? {}, { code: { enum: ["IN_USE"] } });
    },
  ],
  [
    "201 may have no ETag now",
    ({ document }) => Object.assign(document.components.headers.ETag ?? {}, { required: false }),
  ],
];

it.each(BREAKS)("says that %s", (text, change) => {
  expect(changed(change)).toEqual([text]);
});

it("says nothing of what is only added or made wider", () => {
  const breaks = changed(({ document, call, sent, answered }) => {
    document.paths["/api/new"] = { get: operation() };
    call.parameters?.push({ name: "q", in: "query", schema: { type: "string" } });
    put(sent, "kennel", { type: "string" });
    put(sent, "name", { type: "string", maxLength: 100 });
    put(sent, "state", { type: "string", enum: ["TX", "CA", "NY"] });
    put(sent, "fee", { type: ["integer", "null"], minimum: 0 });
    put(sent, "count", { type: "integer", minimum: 0, multipleOf: 5, default: 10 });
    alter(answered, "status", { enum: ["paid", "failed", "refunded"] });
    document.servers.push({ url: "/v2", description: "" });
    Object.assign(document.components.securitySchemes, {
      key: { type: "http", scheme: "bearer", description: "" },
    });
    call.security.push({ key: [] });
    document.info.version = "1.0.1";
    put(answered, "kennel", { type: "string" });
    put(answered, "note", { type: "string", enum: ["new", "old"] });
    answered.required?.push("kennel");
    call.responses[402] = { $ref: "#/components/responses/TAKEN" };
  });
  expect(breaks).toEqual([]);
});

it("says who may call no more, by what they need now", () => {
  const [kept, made] = [documentOf(), documentOf()];
  const [was, is] = [kept, made].map(({ paths }) => paths["/api/ads"]?.post);
  Object.assign(was ?? {}, { security: [{ session: [] }] });
  Object.assign(is ?? {}, { security: [{ session: ["admin"] }] });
  const text = "POST /api/ads: it needs admin session now, where session was enough";
  expect(findBreaks(kept, made)).toEqual([text]);
  expect(findBreaks(made, kept)).toEqual([]);
});

it("is told on purpose by the first number of the version alone", () => {
  expect(isNewMajor(documentOf("1.9.0"), documentOf("2.0.0"))).toBe(true);
  expect(isNewMajor(documentOf("1.0.0"), documentOf("1.1.0"))).toBe(false);
});
