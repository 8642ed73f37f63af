import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { call, listDog, signIn } from "./client.ts";

const { values: flags } = parseArgs({ options: { rate: { type: "string", default: "100" } } });
const BASE_URL = process.env.BASE_URL ?? "https://localhost";
const EVERY_MS = 1000 / Number(flags.rate);
const BEFORE_AND_AFTER_MS = 5000;
/** One of 300 requests lists a dog, because an account may upload only 60 photos a day. */
const REQUESTS_PER_LISTING = 300;
const MEMBERS = 10;
const SEARCH = `${BASE_URL}/api/ads?limit=6`;

const MAX_BURST = 20;

/** An admin, who lists dogs under one name, and members, who change their own names. */
type Senders = { cookie: string; members: string[]; dogName: string };

const tallies = new Map<string, { sent: number; failed: number; ms: number[] }>();

/**
 * Measures failed requests during deploy/rolling-restart. Clients send requests at a fixed rate, each once and
 * on a new connection, from 5 s before the restart until 5 s after it.
 */
async function main(): Promise<void> {
  const cookie = await signIn(BASE_URL);
  const members = await Promise.all(Array.from({ length: MEMBERS }, signUp));
  const dogName = `Rolling ${randomUUID().slice(0, 8)}`;
  const restart = runRestart();
  const sent = await send(restart, { cookie, members, dogName });
  await Promise.all(sent);
  const { text } = await call(`${BASE_URL}/api/ads?breed=Beagle&state=VT&limit=200`);
  const found = text.split(dogName).length - 1;
  report(await restart, found);
}

async function runRestart(): Promise<{ code: number; seconds: number }> {
  await wait(BEFORE_AND_AFTER_MS);
  const startedAt = performance.now();
  const child = spawn("sh", ["deploy/rolling-restart"], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  return { code, seconds: (performance.now() - startedAt) / 1000 };
}

async function send(restart: Promise<unknown>, senders: Senders): Promise<Promise<void>[]> {
  const ended = new AbortController();
  restart.finally(() => wait(BEFORE_AND_AFTER_MS)).finally(() => ended.abort());
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  let n = 0;
  while (!ended.signal.aborted) {
    // On a busy machine this loop falls behind. It catches up in bursts that leave time for the responses.
    const due = Math.min((performance.now() - startedAt) / EVERY_MS, n + MAX_BURST);
    for (; n < due; n++) calls.push(sendOne(n, senders));
    await wait(EVERY_MS);
  }
  const perSecond = (1000 * n) / (performance.now() - startedAt);
  process.stdout.write(`${perSecond.toFixed(0)} requests per second\n`);
  return calls;
}

function sendOne(n: number, { cookie, members, dogName }: Senders): Promise<void> {
  if (n % REQUESTS_PER_LISTING === 1) {
    return tally("listing", () => listDog(BASE_URL, cookie, dogName));
  }
  if (n % 5 !== 0) return tally("GET", () => expectOk(SEARCH));
  const change = {
    method: "PATCH",
    cookie: members[(n / 5) % MEMBERS] ?? "",
    body: { firstName: `Name ${n}` },
  };
  return tally("PATCH", () => expectOk(`${BASE_URL}/api/account/info`, change));
}

/** Signs up a new user and returns the cookie. */
async function signUp(): Promise<string> {
  const username = `bench-${randomUUID()}`;
  const body = { username, password: "bench-password", membershipTier: "basic" };
  const { status, cookie, text } = await call(`${BASE_URL}/api/signup`, { method: "POST", body });
  if (status !== 201) throw new Error(`Sign-up failed: ${status} ${text}`);
  return cookie;
}

async function expectOk(...[address, options]: Parameters<typeof call>): Promise<void> {
  const { status, text } = await call(address, options);
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
}

async function tally(kind: string, work: () => Promise<void>): Promise<void> {
  const counts = tallies.get(kind) ?? { sent: 0, failed: 0, ms: [] };
  tallies.set(kind, counts);
  counts.sent++;
  const startedAt = performance.now();
  try {
    await work();
    counts.ms.push(performance.now() - startedAt);
  } catch (error) {
    counts.failed++;
    process.stdout.write(`${kind} failed: ${error}\n`);
  }
}

function report({ code, seconds }: { code: number; seconds: number }, found: number): void {
  let [sent, failed] = [0, 0];
  for (const [kind, counts] of tallies) {
    const ms = counts.ms.toSorted((a, b) => a - b);
    const at = (part: number) => ms[Math.floor(part * (ms.length - 1))]?.toFixed(0);
    process.stdout.write(
      `${kind}: ${counts.sent} sent, ${counts.failed} failed, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n`,
    );
    sent += counts.sent;
    failed += counts.failed;
  }
  const listed = tallies.get("listing")?.ms.length ?? 0;
  process.stdout.write(
    `${listed} dogs listed, ${found} of them found by search\n` +
      `rolling restart: exit ${code} after ${seconds.toFixed(1)} s; ${sent} sent, ${failed} failed\n`,
  );
  process.exitCode = code === 0 && failed === 0 && listed === found ? 0 : 1;
}

await main();
