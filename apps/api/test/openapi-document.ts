import type { JsonSchema, OpenApi, Operation } from "../src/openapi/types.ts";

const REQUEST: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 80 },
    state: { type: "string", enum: ["TX", "CA"] },
    phone: { anyOf: [{ type: "string" }, { type: "null" }] },
    fee: { type: "integer", minimum: 0 },
    count: { type: "integer", exclusiveMinimum: 0, multipleOf: 10, default: 10 },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["name"],
};

const RESPONSE: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", format: "uuid" },
    tags: { type: "array", items: { type: "string" } },
    note: { type: ["string", "null"] },
    status: { type: "string", enum: ["paid", "failed"] },
  },
  required: ["id", "tags", "note"],
};

/** An operation with one part of each kind that a change can break. */
export const operation = (): Operation => ({
  operationId: "ads.create",
  tags: [],
  summary: "",
  description: "",
  security: [{}, { session: [] }],
  parameters: [
    {
      name: "limit",
      in: "query",
      schema: { type: "integer", minimum: 1, maximum: 200, default: 100 },
    },
  ],
  requestBody: { required: true, content: { "application/json": { schema: REQUEST } } },
  responses: {
    201: {
      description: "",
      headers: {
        ETag: { $ref: "#/components/headers/ETag" },
        "X-Total-Count": { $ref: "#/components/headers/X-Total-Count" },
      },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Ad" } } },
    },
    409: { $ref: "#/components/responses/TAKEN" },
  },
});

/** A document with only this operation. */
export const documentOf = (version = "1.0.0"): OpenApi => ({
  openapi: "3.1.0",
  info: { title: "", version, description: "" },
  servers: [{ url: "/", description: "" }],
  tags: [],
  paths: { "/api/ads": { post: operation() } },
  components: {
    schemas: { Ad: structuredClone(RESPONSE) },
    headers: {
      ETag: { description: "", required: true, schema: { type: "string" } },
      "X-Total-Count": { description: "", schema: { type: "integer" } },
    },
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
    securitySchemes: {
      session: { type: "apiKey", in: "cookie", name: "__Host-studbook", description: "" },
    },
  },
});
