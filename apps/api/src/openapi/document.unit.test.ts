import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { PLANS } from "@studbook/domain/plans";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBareRest } from "../../test/bare-rest.ts";
import { createValidator } from "../../test/schema-validator.ts";
import { UPLOAD_LIMITS } from "../photos/receive-uploads.ts";
import { appRouter } from "../router.ts";
import { isNewMajor, listBreaks } from "./list-breaks.ts";
import {
  type ApiResponse,
  type JsonSchema,
  METHODS,
  type OpenApi,
  type Reference,
  type RequestBody,
} from "./types.ts";

const SAVED = fileURLToPath(new URL("../../../../docs/openapi.json", import.meta.url));

/** Calls without a procedure. */
const REST_ONLY = [
  "account.export",
  "admin.exportAds",
  "admin.exportUsers",
  "payments.webhook",
  "photos.upload",
];

const DOCUMENTATION_ROUTES = [
  "GET /api/docs",
  "GET /api/docs/files/page.css",
  "GET /api/docs/files/page.js",
  "GET /api/docs/files/swagger-ui-bundle.js",
  "GET /api/docs/files/swagger-ui.css",
  "GET /api/openapi.json",
];

let app: FastifyInstance;
let made: OpenApi;

const routes: string[] = [];

beforeAll(async () => {
  app = await buildBareRest((route) => routes.push(route));
  made = (await app.inject("/api/openapi.json")).json();
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(made.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );

describe("the document of the REST API", () => {
  it("matches docs/openapi.json and has no breaking changes", async () => {
    const saved: OpenApi = JSON.parse(await readFile(SAVED, "utf8"));
    const breaks = isNewMajor(saved, made) ? [] : listBreaks(saved, made);
    const advice =
      "These changes break programs that use the REST API. Make them compatible, or raise the major version of " +
      "VERSION in apps/api/src/openapi/document.ts and run `pnpm generate`:";
    expect(breaks, [advice, ...breaks].join("\n- ")).toEqual([]);
    const stale = "docs/openapi.json does not match the schemas. Run `pnpm generate` and commit it";
    await expect(`${JSON.stringify(made, null, 2)}\n`, stale).toMatchFileSnapshot(SAVED);
  });

  it("describes every route under /api, except those that serve the documentation", () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const others = new Set(routes.filter((route) => !described.includes(route)));
    expect([...others].sort()).toEqual(DOCUMENTATION_ROUTES);
    expect(described.filter((call) => !routes.includes(call))).toEqual([]);
  });

  it("spells out the same limits as the server has", () => {
    const describe = (path: string) => made.paths[path]?.post?.description;
    expect(describe("/api/ads")).toContain("Basic allows one ad, Premium any number");
    expect([PLANS.basic.adLimit, PLANS.premium.adLimit]).toEqual([1, null]);
    expect(describe("/api/upload-images")).toMatch(/one to three .* four uploads at once/);
    expect([MAX_PHOTOS_PER_AD, UPLOAD_LIMITS.slots.member]).toEqual([3, 4]);
  });

  it("is displayed by a page with exactly these files", async () => {
    const page = (await app.inject("/api/docs")).body;
    const files = DOCUMENTATION_ROUTES.map((route) => route.replace("GET ", "")).filter((path) =>
      path.includes("/files/"),
    );
    expect(
      [...page.matchAll(/"(\/api\/docs\/files\/[^"]+)"/g)].map(([, path]) => path).sort(),
    ).toEqual(files);
    for (const path of files) expect((await app.inject(path)).statusCode).toBe(200);
  });

  it("names each call after its procedure", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    const procedures = Object.keys(appRouter._def.procedures);
    expect(ids.filter((id) => !procedures.includes(id)).sort()).toEqual(REST_ONLY);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("describes every property, parameter and header", () => {
    const missing: string[] = [];
    const visit = (schema: JsonSchema, path: string) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        // "The ad" alone would not say that the field is an ID.
        const isDescribed =
          name === "id" ? /\bID\b/.test(field.description ?? "") : field.description;
        if (!isDescribed) missing.push(`${path}.${name}`);
        visit(field, `${path}.${name}`);
      }
      for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) visit(part, path);
      if (schema.items) visit(schema.items, `${path}[]`);
      if (typeof schema.additionalProperties === "object") {
        visit(schema.additionalProperties, `${path}{}`);
      }
    };
    const { schemas, headers, responses } = made.components;
    for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
    for (const [name, { description }] of Object.entries(headers)) {
      if (!description) missing.push(name);
    }
    const bodies: [string, (RequestBody | ApiResponse | Reference)[]][] = [
      ...Object.entries(responses).map(([name, body]): [string, ApiResponse[]] => [name, [body]]),
      ...operations().map(
        ({ operation: one }): [string, (RequestBody | ApiResponse | Reference)[]] => [
          one.operationId,
          [...(one.requestBody ? [one.requestBody] : []), ...Object.values(one.responses)],
        ],
      ),
    ];
    for (const [name, parts] of bodies) {
      for (const part of parts) {
        if (!("content" in part)) continue;
        for (const { schema } of Object.values(part.content ?? {})) visit(schema, name);
      }
    }
    for (const { operation } of operations()) {
      for (const { name, description, schema } of operation.parameters ?? []) {
        if (!description) missing.push(`${operation.operationId} ${name}`);
        visit(schema, `${operation.operationId} ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("has examples that its schemas accept", () => {
    const validate = createValidator(made);
    const parts = [
      ...operations().map(({ operation: { operationId, requestBody, responses } }) => ({
        name: operationId,
        bodies: [requestBody, ...Object.values(responses)],
      })),
      ...Object.entries(made.components.responses).map(([name, body]) => ({
        name,
        bodies: [body],
      })),
    ];
    const examples = parts.flatMap(({ name, bodies }) =>
      bodies.flatMap((body) =>
        body && "content" in body
          ? Object.values(body.content ?? {}).map((media) => ({ name, ...media }))
          : [],
      ),
    );
    const given = examples.filter(({ example }) => example !== undefined);
    expect(given.length).toBeGreaterThan(60);
    for (const { name, schema, example } of given) {
      expect([name, validate(schema, example)]).toEqual([name, []]);
    }
  });
});
