import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Db } from "@studbook/db/client";
import { createAd } from "@studbook/db/test/factories";
import { createTestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMember, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { gates } from "../gate.ts";
import { type MetricsServer, serveMetrics } from "./serve-metrics.ts";
import { timeJob } from "./time-job.ts";

const build = { version: "1.2.3", revision: "abc" };
const logger = pino({ level: "silent" });
const deploy = new URL("../../../../deploy/", import.meta.url);

async function scrape({ port }: MetricsServer): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  return await response.text();
}

/** Returns the value of a series, or 0 if it does not exist. */
function readValue(text: string, series: string): number {
  const line = text.split("\n").find((it) => it.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

const poolsOf = (db: Db) => ({
  reads: db,
  changes: db,
  probe: db,
  control: db,
  jobs: db,
  counts: db,
});

describe("the metrics of a server", () => {
  const test = useTestApp({ parts: { config: { ...testConfig("on"), dataDir: tmpdir() } } });
  let server: MetricsServer | undefined;
  const read = async () => {
    if (!server) throw new Error("The metrics server has not started");
    return await scrape(server);
  };
  beforeAll(async () => {
    const watched = { databases: poolsOf(test.db), readiness: { state: "ready" }, build } as const;
    server = await serveMetrics({ port: 0, host: "127.0.0.1", logger }, watched);
  });
  afterAll(() => server?.close());

  it("count responses by route pattern, method and status, and procedure calls by outcome", async () => {
    const ads = 'route="/api/ads/:id",method="GET",status="404"';
    const count = `studbook_http_request_duration_seconds_count{${ads}}`;
    const calls = 'procedure="ads.byId",outcome="AD_NOT_FOUND"';
    const procedures = `studbook_procedure_duration_seconds_count{${calls}}`;
    const before = await read();
    for (const id of ["one", "two"]) await test.app.inject(`/api/ads/${id}`);
    const after = await read();
    expect(readValue(after, count) - readValue(before, count)).toBe(2);
    expect(readValue(after, procedures) - readValue(before, procedures)).toBe(2);
  });

  it("get no new series for unknown paths", async () => {
    await test.app.inject("/unknown");
    const countRoutes = async () => (await read()).match(/^.*route=.*$/gm)?.length;
    const before = await countRoutes();
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 50; n++) await test.app.inject(`/unknown/${n}`);
    expect(await countRoutes()).toBe(before);
  });

  it("include the number of rows that are not folded into the counts", async () => {
    const { id } = await createMember(test.db);
    const before = readValue(await read(), 'studbook_remainder_rows{of="counts"}');
    await createAd(test.db, id);
    expect(readValue(await read(), 'studbook_remainder_rows{of="counts"}')).toBe(before + 1);
  });

  it("include the version, readiness, pool and gates", async () => {
    const text = await read();
    expect(readValue(text, 'studbook_build_info{version="1.2.3",revision="abc"}')).toBe(1);
    expect(readValue(text, "studbook_ready")).toBe(1);
    expect(readValue(text, "studbook_database_up")).toBe(1);
    expect(readValue(text, 'studbook_pool_connections{pool="reads",state="open"}')).toBeGreaterThan(
      0,
    );
    expect([...gates.keys()].toSorted()).toEqual([
      "changes",
      "disk-reads",
      "disk-writes",
      "hash",
      "heavy-changes",
      "heavy-payments",
      "heavy-photo-reads",
      "heavy-reads",
      "heavy-sign-ins",
      "overload",
      "payments",
      "photo",
      "photo-reads",
      "provider",
      "reads",
      "requests",
      "sign-ins",
      "stuck",
    ]);
    expect(text).toContain('studbook_gate_refused_total{gate="hash"}');
  });

  it("include the free space of the disk with DATA_DIR", async () => {
    const free = readValue(await read(), `studbook_disk_free_bytes{folder="${tmpdir()}"}`);
    const { blocks, bsize } = await statfs(tmpdir());
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThanOrEqual(blocks * bsize);
  });

  it("include the runs, outcomes and last success of jobs", async () => {
    await timeJob("example", async () => undefined);
    const failing = timeJob("example", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    const text = await read();
    const count = "studbook_job_duration_seconds_count";
    expect(readValue(text, `${count}{task="example",outcome="ok"}`)).toBe(1);
    expect(readValue(text, `${count}{task="example",outcome="failed"}`)).toBe(1);
    const at = readValue(text, 'studbook_job_last_success_timestamp_seconds{task="example"}');
    expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60);
  });

  it("include every metric that the alerts and the dashboard use", async () => {
    const text = await read();
    const names = new Set<string>();
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      names.add(name);
      if (type === "histogram")
        for (const end of ["bucket", "sum", "count"]) names.add(`${name}_${end}`);
    }
    for (const file of ["prometheus/alerts.yml", "grafana/dashboard.json"]) {
      const content = readFileSync(new URL(file, deploy), "utf8");
      const used = new Set(content.match(/\b(?:studbook|nodejs|process)_\w+/g));
      expect(used.size).toBeGreaterThan(5);
      expect([...used].filter((name) => !names.has(name))).toEqual([]);
    }
  });

  it("are served only at GET /metrics", async () => {
    for (const [path, method] of [
      ["/", "GET"],
      ["/metrics", "POST"],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${server?.port}${path}`, { method });
      expect(response.status).toBe(404);
    }
  });
});

describe("the metrics of a server that loses its database", () => {
  it("are still served and show the loss", async () => {
    const test = await createTestDb();
    const watched = {
      databases: poolsOf(test.db),
      readiness: { state: "starting" },
      build,
    } as const;
    const server = await serveMetrics({ port: 0, host: "127.0.0.1", logger }, watched);
    expect(readValue(await scrape(server), "studbook_database_up")).toBe(1);
    await test.drop();
    const text = await scrape(server);
    await server.close();
    expect(text).toContain("\nstudbook_database_up 0\n");
    expect(text).toContain("\nstudbook_ready 0\n");
    expect(text).not.toContain("studbook_remainder_rows{");
  });
});
