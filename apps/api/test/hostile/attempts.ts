import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { hostile } from "./arbitraries.ts";

const RUNS = Number(process.env.STUDBOOK_HOSTILE_RUNS ?? 100);

/** The same cases in every run of the test command; `pnpm test:deep` looks for new ones. */
export const SEED = Number(process.env.STUDBOOK_HOSTILE_SEED ?? 1);

/** Long enough for the runs of one test, in ms. */
export const TIMEOUT_MS = 60_000 + RUNS * 500;

export type Answer = { status: number; json: Record<string, unknown> };

/** Sends any body as JSON. Whatever it is, the answer is no failure of the server, and says what is wrong. */
export async function sendTo(
  app: FastifyInstance,
  method: "POST" | "PATCH",
  url: string,
  cookie: string,
  body: unknown,
): Promise<Answer> {
  const payload = JSON.stringify(body) ?? "";
  const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
  const response = await app.inject({ method, url, headers, payload });
  expect(response.statusCode).toBeLessThan(500);
  const json = response.json();
  if (response.statusCode >= 400) {
    const told = url.startsWith("/trpc/")
      ? { error: json.error.message, code: json.error.data.code }
      : json;
    expect(told).toMatchObject({ error: expect.stringMatching(/\S/), code: expect.any(String) });
  }
  return { status: response.statusCode, json };
}

/** Tries valid and spoilt bodies; `attempt` says whether one was accepted, as every valid one must be. */
export async function isAnswered(
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
