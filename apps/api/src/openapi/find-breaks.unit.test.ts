import { expect, it } from "vitest";
import { findBreaks, isNewMajor } from "./find-breaks.ts";
import type { JsonSchema, OpenApi, Operation } from "./types.ts";

const SENT: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 80 },
    state: { type: "string", enum: ["TX", "CA"] },
    phone: { anyOf: [{ type: "string" }, { type: "null" }] },
    fee: { type: "integer", minimum: 0 },
  },
  required: ["name"],
};

const ANSWERED: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", format: "uuid" },
    tags: { type: "array", items: { type: "string" } },
    note: { type: ["string", "null"] },
  },
  required: ["id", "tags", "note"],
};

const operation = (): Operation => ({
  operationId: "ads.create",
  tags: [],
  summary: "",
  description: "",
  security: [{}],
  parameters: [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 200 } },
  ],
  requestBody: { required: true, content: { "application/json": { schema: SENT } } },
  responses: {
    201: {
      description: "",
      headers: { ETag: { $ref: "#/components/headers/ETag" } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Ad" } } },
    },
    409: { $ref: "#/components/responses/TAKEN" },
  },
});

const documentOf = (version = "1.0.0"): OpenApi => ({
  openapi: "3.1.0",
  info: { title: "", version, description: "" },
  servers: [],
  tags: [],
  paths: { "/api/ads": { post: operation() } },
  components: {
    schemas: { Ad: structuredClone(ANSWERED) },
    headers: { ETag: { description: "", required: true, schema: { type: "string" } } },
    responses: {
      TAKEN: {
        description: "",
        headers: {},
        content: {
          "application/json": {
            schema: {
              allOf: [
                { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
                { properties: { code: { enum: ["TAKEN"] } } },
              ],
            },
          },
        },
      },
    },
    securitySchemes: {},
  },
});

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

const BREAKS: [text: string, change: (parts: Change) => void][] = [
  ["the call is gone", ({ document }) => delete document.paths["/api/ads"]],
  ["it was called ads.create", ({ call }) => Object.assign(call, { operationId: "ads.add" })],
  ["it needs a session now", ({ call }) => Object.assign(call, { security: [{ session: [] }] })],
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
    put(answered, "kennel", { type: "string" });
    put(answered, "note", { type: "string" });
    answered.required?.push("kennel");
    call.responses[402] = { $ref: "#/components/responses/TAKEN" };
  });
  expect(breaks).toEqual([]);
});

it("is told on purpose by the first number of the version alone", () => {
  expect(isNewMajor(documentOf("1.9.0"), documentOf("2.0.0"))).toBe(true);
  expect(isNewMajor(documentOf("1.0.0"), documentOf("1.1.0"))).toBe(false);
});
