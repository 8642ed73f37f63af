import { randomUUID } from "node:crypto";
import autocannon from "autocannon";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const SANDBOX_URL = process.env.STRIPE_API_URL ?? "http://127.0.0.1:12111";
const SEARCH = "/api/ads?limit=24";
const BUYERS = 20;
const RUNS = 3;
const SECONDS = 6;
const HANG_MS = 20_000;

type Search = { perSecond: number; p99Ms: number };

/**
 * Measures the effect of a hanging Stripe on search, on the demo at BASE_URL without rate limits: search alone,
 * and while 20 members wait for a payment intent. Prints ratios.
 */
async function main(): Promise<void> {
  await search(2);
  for (let run = 1; run <= RUNS; run++) {
    const alone = await search(SECONDS);
    const cookies = await Promise.all(Array.from({ length: BUYERS }, signUp));
    await hangNextIntents();
    const waiting = Promise.all(cookies.map(prepareToPay));
    const concurrent = await search(SECONDS);
    const statuses = await waiting;
    const throughput = (concurrent.perSecond / alone.perSecond).toFixed(2);
    const p99 = (concurrent.p99Ms / alone.p99Ms).toFixed(2);
    process.stdout.write(
      `run ${run}: throughput ${throughput} (${concurrent.perSecond.toFixed(0)} instead of ${alone.perSecond.toFixed(0)} per second), ` +
        `p99 ${p99} (${concurrent.p99Ms} instead of ${alone.p99Ms} ms); waiting members got ${[...new Set(statuses)].join(", ")}\n`,
    );
  }
}

async function search(duration: number): Promise<Search> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: BASE_URL + SEARCH,
    connections: 10,
    duration,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} searches failed`);
  return { perSecond: requests.average, p99Ms: latency.p99 };
}

/** Signs up a new user and returns the cookie. */
async function signUp(): Promise<string> {
  const body = {
    username: `hang-${randomUUID()}`,
    password: "a-password",
    membershipTier: "basic",
  };
  const response = await post("/api/signup", body);
  if (response.status !== 201) throw new Error(`Sign-up failed: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function prepareToPay(cookie: string): Promise<number> {
  const body = { membershipTier: "basic" };
  return (await post("/api/create-payment-intent", body, cookie)).status;
}

function post(path: string, body: object, cookie = ""): Promise<Response> {
  return fetch(BASE_URL + path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
}

/** The SDK retries a call once, so every buyer needs two faults. */
async function hangNextIntents(): Promise<void> {
  const fault = { kind: "delay", ms: HANG_MS, path: "/v1/payment_intents", times: 2 * BUYERS };
  const response = await fetch(`${SANDBOX_URL}/_sandbox/faults`, {
    method: "POST",
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The sandbox refused the fault: ${await response.text()}`);
}

await main();
