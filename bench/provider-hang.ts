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
 * What a card provider that hangs costs search, on the demo at BASE_URL with its limits off: search by
 * itself, and while 20 members wait for a payment that the provider does not answer. Prints ratios.
 */
async function main(): Promise<void> {
  await search(2);
  for (let run = 1; run <= RUNS; run++) {
    const alone = await search(SECONDS);
    const cookies = await Promise.all(Array.from({ length: BUYERS }, signUp));
    await hangNextIntents();
    const waiting = Promise.all(cookies.map(prepareToPay));
    const beside = await search(SECONDS);
    const statuses = await waiting;
    const throughput = (beside.perSecond / alone.perSecond).toFixed(2);
    const p99 = (beside.p99Ms / alone.p99Ms).toFixed(2);
    process.stdout.write(
      `run ${run}: throughput ${throughput} (${beside.perSecond.toFixed(0)} of ${alone.perSecond.toFixed(0)} a second), ` +
        `p99 ${p99} (${beside.p99Ms} of ${alone.p99Ms} ms); the waiting got ${[...new Set(statuses)].join(", ")}\n`,
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

/** The cookie of a new user. */
async function signUp(): Promise<string> {
  const body = {
    username: `hang-${randomUUID()}`,
    password: "a-password",
    membershipTier: "basic",
  };
  const response = await post("/api/signup", body);
  if (response.status !== 201) throw new Error(`Nobody could sign up: ${response.status}`);
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

/** Every call may be tried again once. */
async function hangNextIntents(): Promise<void> {
  const fault = { kind: "delay", ms: HANG_MS, path: "/v1/payment_intents", times: 2 * BUYERS };
  const response = await fetch(`${SANDBOX_URL}/_sandbox/faults`, {
    method: "POST",
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`No fault: ${await response.text()}`);
}

await main();
