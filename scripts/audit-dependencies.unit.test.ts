import { createServer, type RequestListener } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auditDependencies } from "./audit-dependencies.ts";

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

/** Starts a registry that answers every request like this, and audits our dependencies with it. */
async function auditWith(answer: RequestListener, timeoutMs = 50_000) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  try {
    return await auditDependencies({ registry: `http://127.0.0.1:${address.port}/`, timeoutMs });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function advise(severity: string): RequestListener {
  const advisory = {
    id: 1,
    url: "https://github.com/advisories/GHSA-0000-0000-0001",
    title: "Remote code execution in fastify",
    severity,
    vulnerable_versions: "<999.0.0",
    cwe: [],
    cvss: { score: 9, vectorString: null },
  };
  return (_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ fastify: [advisory] }));
  };
}

// pnpm starts slowly on a busy machine.
describe("the audit", { timeout: 60_000 }, () => {
  test("fails on a vulnerability of high severity", async () => {
    const tally = await auditWith(advise("high"));
    expect(tally).toEqual({ passed: 0, failures: ["known vulnerabilities"] });
    expect(printed.join("")).toContain("Remote code execution in fastify");
  });

  test("passes on a vulnerability of moderate severity", async () => {
    expect(await auditWith(advise("moderate"))).toEqual({ passed: 1, failures: [] });
  });

  test("is skipped if the registry has no advisories", async () => {
    const tally = await auditWith((_request, response) => response.writeHead(405).end());
    expect(tally).toEqual({ passed: 0, failures: [] });
    expect(printed.join("")).toMatch(/^skipped known vulnerabilities: .*405/);
  });

  test("is skipped if no registry can be reached", async () => {
    expect(await auditDependencies({ registry: "http://127.0.0.1:9/", timeoutMs: 50_000 })).toEqual(
      {
        passed: 0,
        failures: [],
      },
    );
    expect(printed.join("")).toMatch(/^skipped/);
  });

  test("is skipped if the registry does not answer", async () => {
    expect(await auditWith(() => undefined, 500)).toEqual({ passed: 0, failures: [] });
    expect(printed.join("")).toContain("did not answer within 0.5 s");
  });
});
