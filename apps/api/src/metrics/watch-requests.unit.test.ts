import fastify, { type FastifyBaseLogger } from "fastify";
import { describe, expect, it } from "vitest";
import { createLogger } from "../log.ts";
import { RequestLogController, watchRequests } from "./watch-requests.ts";

async function logOf(level: string, urls: string[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logger: FastifyBaseLogger = createLogger(level, stream);
  const app = fastify({
    loggerInstance: logger,
    logController: new RequestLogController(),
  });
  watchRequests(app);
  for (const url of ["/api/ads/:id", "/readyz"]) app.get(url, async () => ({}));
  for (const url of urls) {
    await app.inject({
      url,
      headers: {
        cookie: "studbook=secret",
        authorization: "secret",
        referer: `http://a.test${url}`,
      },
    });
  }
  await app.close();
  return lines.map((line) => JSON.parse(line));
}

it("logs one line per request, with its pattern, status, duration and ID", async () => {
  const lines = await logOf("info", ["/api/ads/1b2c", "/nothing"]);
  expect(lines).toMatchObject([
    { msg: "request", method: "GET", route: "/api/ads/:id", status: 200, url: "/api/ads/1b2c" },
    { msg: "request", method: "GET", route: "other", status: 404, url: "/nothing" },
  ]);
  for (const { ms, reqId, ip } of lines) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect([reqId, ip]).toEqual([expect.any(String), "127.0.0.1"]);
  }
});

it("does not log secrets or search terms", async () => {
  const lines = await logOf("trace", [
    "/api/ads/1?token=abc123&client_secret=pi_1_secret_2",
    "/search?q=poodle&breed=boxer",
    "/nothing?poodle#boxer",
    "/nothing%3Fa?poodle",
  ]);
  expect(lines.map(({ url }) => url)).toEqual([
    "/api/ads/1",
    "/search",
    "/nothing",
    "/nothing%3Fa",
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/abc123|secret_2|studbook=|"secret"|poodle|boxer/);
});

it("truncates long URLs", async () => {
  const [line] = await logOf("info", [`/${"a".repeat(5000)}`]);
  expect(line?.url).toHaveLength(200);
});

it("redacts client secrets in other lines", () => {
  const lines: string[] = [];
  const logger = createLogger("trace", { write: (line: string) => void lines.push(line) });
  logger.error({ client_secret: "pi_1_secret_2", clientSecret: "pi_1_secret_2" }, "failed");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { client_secret: "[redacted]", clientSecret: "[redacted]" },
  ]);
});

it("does not log the query of a request in other lines either", () => {
  const lines: string[] = [];
  const logger = createLogger("trace", { write: (line: string) => void lines.push(line) });
  logger.error({ req: { method: "GET", url: "/search?q=poodle", id: "1" } }, "failed");
  expect(lines.map((line) => JSON.parse(line).req)).toEqual([
    { method: "GET", url: "/search", id: "1" },
  ]);
});

describe("a flood of refusals", () => {
  const flood = Array<string>(50).fill("/nothing");
  const summary = "rejected requests not logged individually";

  it("is logged as ten lines and a summary", async () => {
    const lines = await logOf("info", [...flood, "/api/ads/1"]);
    expect(lines.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(lines.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      msg: summary,
      refused: 40,
      networks: [{ network: "127.0.0.1", refused: 40 }],
    });
    expect(lines).toHaveLength(12);
  });

  it("is logged completely at debug", async () => {
    const lines = await logOf("debug", flood);
    expect(lines.filter(({ status }) => status === 404)).toHaveLength(50);
  });

  it("has no summary if nothing was suppressed", async () => {
    const lines = await logOf("info", flood.slice(0, 10));
    expect(lines.filter(({ msg }) => msg === summary)).toEqual([]);
  });
});

it("logs successful probes only at debug", async () => {
  expect(await logOf("info", ["/readyz"])).toEqual([]);
  expect(await logOf("debug", ["/readyz"])).toHaveLength(1);
});
