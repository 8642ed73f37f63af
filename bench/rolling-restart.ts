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
/** A dog is listed every so many requests: an account may upload 60 photos a day. */
const LISTING_EVERY = 300;
const MEMBERS = 10;
const SEARCH = `${BASE_URL}/api/ads?limit=6`;

const MOST_AT_ONCE = 20;

/** Who sends: an admin who lists dogs under one name, and members who change their own. */
type Senders = { cookie: string; members: string[]; dogName: string };

const tallies = new Map<string, { sent: number; failed: number; ms: number[] }>();

/**
 * What clients notice of deploy/rolling-restart: they send so many requests a second, each once and on a
 * connection of its own, from 5 s before it begins to 5 s after it has ended.
 */
async function main(): Promise<void> {
  const cookie = await signIn(BASE_URL);
  const members = await Promise.all(Array.from({ length: MEMBERS }, signUp));
  const dogName = `Rolling ${randomUUID().slice(0, 8)}`;
  const restart = runRestart();
  const sent = await send(restart, { cookie, members, dogName });
  await Promise.all(sent);
  const { text } = await call(`${BASE_URL}/api/ads?breed=Beagle&state=VT&limit=200`);
  const there = text.split(dogName).length - 1;
  report(await restart, there);
}

async function runRestart(): Promise<{ code: number; seconds: number }> {
  await wait(BEFORE_AND_AFTER_MS);
  const startedAt = performance.now();
  const child = spawn("sh", ["deploy/rolling-restart"], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  return { code, seconds: (performance.now() - startedAt) / 1000 };
}

async function send(restart: Promise<unknown>, by: Senders): Promise<Promise<void>[]> {
  const ended = new AbortController();
  restart.finally(() => wait(BEFORE_AND_AFTER_MS)).finally(() => ended.abort());
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  let n = 0;
  while (!ended.signal.aborted) {
    // A machine that is short of time is late: it makes up for that, but leaves turns to the answers.
    const due = Math.min((performance.now() - startedAt) / EVERY_MS, n + MOST_AT_ONCE);
    for (; n < due; n++) calls.push(sendOne(n, by));
    await wait(EVERY_MS);
  }
  const perSecond = (1000 * n) / (performance.now() - startedAt);
  process.stdout.write(`${perSecond.toFixed(0)} requests a second\n`);
  return calls;
}

function sendOne(n: number, { cookie, members, dogName }: Senders): Promise<void> {
  if (n % LISTING_EVERY === 1) {
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

/** The cookie of a new user. */
async function signUp(): Promise<string> {
  const username = `bench-${randomUUID()}`;
  const body = { username, password: "bench-password", membershipTier: "basic" };
  const { status, cookie, text } = await call(`${BASE_URL}/api/signup`, { method: "POST", body });
  if (status !== 201) throw new Error(`Nobody could sign up: ${status} ${text}`);
  return cookie;
}

async function expectOk(...[address, options]: Parameters<typeof call>): Promise<void> {
  const { status, text } = await call(address, options);
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
}

async function tally(kind: string, work: () => Promise<void>): Promise<void> {
  const so = tallies.get(kind) ?? { sent: 0, failed: 0, ms: [] };
  tallies.set(kind, so);
  so.sent++;
  const startedAt = performance.now();
  try {
    await work();
    so.ms.push(performance.now() - startedAt);
  } catch (error) {
    so.failed++;
    process.stdout.write(`${kind} failed: ${error}\n`);
  }
}

function report({ code, seconds }: { code: number; seconds: number }, there: number): void {
  let [sent, failed] = [0, 0];
  for (const [kind, so] of tallies) {
    const ms = so.ms.toSorted((a, b) => a - b);
    const at = (part: number) => ms[Math.floor(part * (ms.length - 1))]?.toFixed(0);
    process.stdout.write(
      `${kind}: ${so.sent} sent, ${so.failed} failed, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n`,
    );
    sent += so.sent;
    failed += so.failed;
  }
  const listed = tallies.get("listing")?.ms.length ?? 0;
  process.stdout.write(
    `${listed} dogs listed, ${there} of them in search\n` +
      `rolling restart: exit ${code} after ${seconds.toFixed(1)} s; ${sent} sent, ${failed} failed\n`,
  );
  process.exitCode = code === 0 && failed === 0 && listed === there ? 0 : 1;
}

await main();
