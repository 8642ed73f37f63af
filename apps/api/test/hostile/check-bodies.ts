import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { hostile } from "./arbitraries.ts";

/** Bodies per call; many more in `pnpm test:deep`. */
export const RUNS = Number(process.env.STUDBOOK_HOSTILE_RUNS ?? 25);

/** Fixed for reproducible tests; `pnpm test:deep` uses other seeds. */
export const SEED = Number(process.env.STUDBOOK_HOSTILE_SEED ?? 1);

/** Long enough for all runs of one test, in milliseconds. */
export const TIMEOUT_MS = 60_000 + RUNS * 500;

type JsonResponse = { status: number; json: Record<string, unknown> };

/** Sends any body as JSON. Expects no server error, and a message and a code in every refusal. */
export async function sendBody(
  app: FastifyInstance,
  method: "POST" | "PATCH",
  url: string,
  cookie: string,
  body: unknown,
): Promise<JsonResponse> {
  const payload = JSON.stringify(body) ?? "";
  const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
  const response = await app.inject({ method, url, headers, payload });
  expect(response.statusCode).toBeLessThan(500);
  const json = response.json();
  if (response.statusCode >= 400) {
    const refusal = url.startsWith("/trpc/")
      ? { error: json.error.message, code: json.error.data.code }
      : json;
    expect(refusal).toMatchObject({ error: expect.stringMatching(/\S/), code: expect.any(String) });
  }
  return { status: response.statusCode, json };
}

/** Sends valid and hostile bodies. `attempt` returns whether one was accepted, as every valid body must be. */
export async function checkBodies(
  valid: fc.Arbitrary<Record<string, unknown>>,
  attempt: (body: unknown, isValid: boolean) => Promise<boolean>,
): Promise<void> {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(hostile(valid), async ({ body, isValid }) => {
      const isAccepted = await attempt(body, isValid);
      if (isValid) expect(isAccepted).toBe(true);
      if (isAccepted) accepted++;
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(accepted).toBeGreaterThanOrEqual(RUNS / 5);
}
