import { readFileSync } from "node:fs";
import { ERROR_STATUS } from "@studbook/domain/errors";
import { describe, expect, it } from "vitest";
import { committedDocument } from "../../test/contract/committed-document.ts";
import { isOpenProcedure } from "../openapi/procedures.ts";
import { resolveResponse } from "../openapi/resolve-reference.ts";
import { appRouter } from "../router.ts";
import { OPEN, PREFLIGHT } from "./cross-origin.ts";

const caddyfile = readFileSync(new URL("../../../../deploy/Caddyfile", import.meta.url), "utf8");

/** What Caddy responds when no server does. */
const unavailable = /^\thandle_errors 502 503 504 \{\n(.*?)^\t\}/ms.exec(caddyfile)?.[1] ?? "";

describe("Caddy, when no server responds,", () => {
  it("asks to wait and forbids caching", () => {
    expect(unavailable).toMatch(/^\t\theader Retry-After \d+$/m);
    expect(unavailable).toMatch(/^\t\theader Cache-Control no-store$/m);
  });

  it("opens the same reads to other origins as the servers", () => {
    const { 1: pattern = "" } = /path_regexp (\S+)/.exec(unavailable) ?? [];
    const isOpen = (path: string) => new RegExp(pattern).test(path);
    const procedures = Object.keys(appRouter._def.procedures);
    for (const name of procedures) {
      expect([name, isOpen(`/trpc/${name}`)]).toEqual([name, isOpenProcedure(name)]);
      expect([name, isOpen(`/trpc/ads.search,${name}`)]).toEqual([name, isOpenProcedure(name)]);
    }
    for (const [path, { get }] of Object.entries(committedDocument.paths)) {
      const success = get?.responses[200];
      if (!success) continue;
      const { headers = {} } = resolveResponse(committedDocument, success);
      const isOpenOnServers = "Access-Control-Allow-Origin" in headers;
      expect([path, isOpen(path.replace("{id}", "1"))]).toEqual([path, isOpenOnServers]);
    }
    for (const path of ["/api/openapi.json", "/photos/1/320.webp"]) {
      expect(isOpen(path)).toBe(true);
    }
    for (const path of ["/", "/api", "/api/docs", "/trpc/", "/trpc/ads.searches", "/ad/1"]) {
      expect(isOpen(path)).toBe(false);
    }
  });

  it("sends them the servers' CORS headers", () => {
    for (const [name, value] of Object.entries({ ...OPEN, ...PREFLIGHT })) {
      const written = value.includes(" ") ? `"${value}"` : value;
      expect(unavailable).toContain(`header ${name} ${written}\n`);
    }
  });

  it("keeps the code and the statuses of the servers", () => {
    const refusals = [...caddyfile.matchAll(/^\t+respond .*`(\{.*\})` (.+)$/gm)];
    expect(refusals).toHaveLength(4);
    for (const { 1: body = "", 2: status } of refusals) {
      const refusal: { error: string; code: keyof typeof ERROR_STATUS } = JSON.parse(body);
      expect(refusal).toEqual({ error: expect.stringMatching(/\.$/), code: expect.any(String) });
      const expected = status === "{err.status_code}" ? 503 : Number(status);
      expect(ERROR_STATUS[refusal.code]).toBe(expected);
    }
  });
});

it("does not let clients take servers out, as counted failures or a limit on bodies would", () => {
  expect(caddyfile).not.toMatch(/^\s*(?:max_fails|fail_duration|unhealthy_\w+|max_size)\b/m);
  expect(caddyfile).toMatch(/^\s*lb_policy least_conn$/m);
});
