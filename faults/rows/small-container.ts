import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TestMailServer } from "@studbook/api/test/mail-server";
import { newTestAd } from "@studbook/db/test/factories";
import { Findings, type Row } from "../row.ts";
import { runStudbook } from "../stage/command-line.ts";
import { limitMemory, type MemoryLimit } from "../stage/memory-limit.ts";
import { drawPhoto } from "../stage/photo.ts";
import { type Member, openSite, PASSWORD, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { forkLoad } from "../traffic/fork-load.ts";
import type { Pace, Sample } from "../traffic/load.ts";
import { planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk, percentile } from "../traffic/samples.ts";
import { type Cost, readMainThreadMs } from "../traffic/schedule.ts";
import { type Answer, type Call, describe } from "../traffic/send.ts";

const MB = 1024 * 1024;
const LIMIT_MB = 512;
const PART_OF_CAPACITY = 0.7;
/** A server is slower while its code is new to V8. */
const WARM_UP_SECONDS = 10;
const CAPACITY_SECONDS = 30;
/** How often the capacity is measured again. In between, the rate changes with the speed of the machine. */
const CAPACITY_EVERY_MINUTES = 3;
const CAPACITY_CONNECTIONS = 32;
const VISITORS = 400;
const MEMBERS = 200;
const GROWTH = 1.05;
const READ_EVERY_MS = 1000;
/** As phones take them: 12 megapixels in 2.7 MB. */
const PHOTO = { width: 4000, height: 3000, sigma: 15 };
const UPLOADERS = 100;

/** Not part of the table, because it takes an hour, or the minutes that the variable MINUTES says, rounded up to three. */
export const smallContainer: Row = {
  name: "small-container",
  fault:
    `an hour at ${PART_OF_CAPACITY} of the capacity, with peaks at all of it, in ${LIMIT_MB} MB: ` +
    "visitors, members, uploads of 12-megapixel photos, sign-ups, payments, emails, jobs and backups",
  promise: "no request fails, and memory is flat within 5% after the first sixth of the time",
  run: (stage) => measureContainer(stage, Number(process.env.MINUTES ?? 60)),
};

async function measureContainer(stage: Stage, minutes: number): Promise<Findings> {
  await using memory = await limitMemory(`studbook-faults-${process.pid}`, LIMIT_MB * MB);
  const mail = new TestMailServer();
  await mail.open();
  try {
    await using site = await openSite(stage, {
      isProxied: false,
      isStarted: false,
      env: { SMTP_URL: mail.url, MAIL_FROM: "Studbook <mail@studbook.test>" },
    });
    site.server.launch();
    if (site.server.pid === undefined) throw new Error("The server did not start");
    await memory.add(site.server.pid);
    await site.server.untilReady(60_000);
    return await measureTraffic(stage, site, { memory, mail, minutes });
  } finally {
    await mail.close();
  }
}

type Parts = { memory: MemoryLimit; mail: TestMailServer; minutes: number };

async function measureTraffic(stage: Stage, site: Site, { memory, mail, minutes }: Parts) {
  const findings = new Findings();
  const { pid } = site.server;
  if (pid === undefined) throw new Error("The server does not run");
  const plan = await planMixedTraffic(site, 0, { visitors: VISITORS, members: MEMBERS });
  const { port, kinds } = plan;
  const stopping = new AbortController();
  const photo = new Blob([await drawPhoto(PHOTO)]);
  const others = runOthers(stage, site, { photo, signal: stopping.signal });
  const pace = { connections: CAPACITY_CONNECTIONS };
  // While the others are at work, because they take their part of it.
  await forkLoad({ port, kinds, pace, seconds: WARM_UP_SECONDS });
  const used: number[] = [];
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      used.push(await memory.readUsed());
      await delay(READ_EVERY_MS);
    }
  })();
  const samples: Sample[] = [];
  const capacities: number[] = [];
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const load = async (pace: Pace, seconds: number): Promise<Cost> => {
    const start = elapsed();
    const usedMs = readMainThreadMs(pid);
    const found = await forkLoad({ port, kinds, pace, seconds });
    for (const sample of found) samples.push({ ...sample, at: start + sample.at });
    return { ms: readMainThreadMs(pid) - usedMs, requests: found.filter(isOk).length };
  };
  while (elapsed() < minutes * 60_000) {
    const whenCost = await load(pace, CAPACITY_SECONDS);
    const capacity = whenCost.requests / CAPACITY_SECONDS;
    capacities.push(Math.round(capacity));
    const seconds = CAPACITY_EVERY_MINUTES * 60 - CAPACITY_SECONDS;
    await load({ perSecond: PART_OF_CAPACITY * capacity, whenCost, pid }, seconds);
  }
  stopping.abort();
  await watching;
  const calls = await others;
  const failed = samples.filter((sample) => !isOk(sample));
  findings.note(`capacity in requests/s: ${capacities.join(", ")}`);
  findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
  const perMinute = Map.groupBy(failed, ({ at }) => Math.floor(at / 60_000));
  const minutesOfFailures = [...perMinute].map(([minute, all]) => `${minute} (${all.length})`);
  if (failed.length > 0) findings.note(`failures in the minutes ${minutesOfFailures.join(", ")}`);
  for (const [name, answers] of calls) {
    const wrong = answers.filter(({ status }) => status < 200 || status > 299);
    findings.none(`failures of ${answers.length} ${name}`, wrong.map(describe));
    findings.note(`slowest of ${name} ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`);
  }
  findings.note(`${mail.received.length} emails`);
  const p99 = percentile(
    samples.map(({ ms }) => ms),
    0.99,
  );
  findings.note(`p99 ${Math.round(p99)} ms`);
  judgeMemory(findings, used);
  findings.atMost("processes killed", await memory.countKills(), 0);
  findings.expect("the same process", site.server.pid === pid);
  return findings;
}

/** Compares the second sixth of the time with every later one, because a heap grows and shrinks all the time. */
function judgeMemory(findings: Findings, used: readonly number[]): void {
  const size = Math.floor(used.length / 6);
  const means = Array.from({ length: 6 }, (_, n) => {
    const part = used.slice(n * size, (n + 1) * size);
    return part.reduce((sum, bytes) => sum + bytes, 0) / part.length / MB;
  });
  const [, first = 0, ...later] = means;
  findings.note(`mean use in MB: ${means.map(Math.round).join(", ")}`);
  findings.atMost("largest use", Math.max(...used) / MB, LIMIT_MB, " MB");
  findings.atMost("growth factor", Math.max(...later) / first, GROWTH);
}

/** Uploads, signs up, pays, causes emails and writes backups until the signal aborts. Returns all answers. */
async function runOthers(
  stage: Stage,
  site: Site,
  { photo, signal }: { photo: Blob; signal: AbortSignal },
): Promise<Map<string, Answer[]>> {
  const answers = new Map<string, Answer[]>();
  const record = (name: string, answer: Answer) => {
    const all = answers.get(name) ?? [];
    all.push(answer);
    answers.set(name, all);
    return answer;
  };
  const post = async (name: string, path: string, call: Call) =>
    record(name, await site.send(path, { method: "POST", ...call }));
  const uploaders = await site.createMembers(UPLOADERS);

  async function list(n: number): Promise<void> {
    const member = memberAt(uploaders, n);
    const body = new FormData();
    body.append("images", photo, "dog.jpg");
    const upload = await post("uploads", "/api/upload-images", { ...member, body });
    if (upload.status !== 200) return;
    const ad = { ...newTestAd, images: JSON.parse(upload.text).urls };
    const created = await post("listings", "/api/ads", { ...member, body: ad });
    if (created.status !== 201) return;
    const path = `/api/ads/${JSON.parse(created.text).id}`;
    await post("deletions", path, { ...member, method: "DELETE" });
  }

  async function buy(): Promise<void> {
    const buyer = await site.createMember({ membershipTier: null, membershipExpiresAt: null });
    const order = { membershipTier: "basic" };
    const intent = await post("intents", "/api/create-payment-intent", { ...buyer, body: order });
    if (intent.status !== 200) return;
    const paymentIntentId = await site.charge(JSON.parse(intent.text).clientSecret);
    const body = { ...order, paymentIntentId };
    await post("confirmations", "/api/confirm-membership", { ...buyer, body });
  }

  async function signUp(n: number): Promise<void> {
    const body = { username: `hour-${n}`, password: "an-hour-of-traffic", membershipTier: "basic" };
    await post("sign-ups", "/api/signup", { from: site.newAddress(), body });
  }

  async function changePassword(n: number): Promise<void> {
    const address = `owner-${n}@studbook.test`;
    const member = await site.createMember({ email: address, verifiedEmail: address });
    const body = { currentPassword: PASSWORD, newPassword: "another-password-9" };
    await post("password changes", "/api/account/password", { ...member, method: "PATCH", body });
  }

  async function backUp(n: number): Promise<void> {
    const file = join(stage.folder, `${site.database}-${n}.tar`);
    const startedAt = performance.now();
    const { code, output } = await runStudbook(stage, ["backup", file], site);
    const ms = performance.now() - startedAt;
    const status = code === 0 ? 200 : 500;
    record("backups", { status, ms, text: output, hasRetryAfter: false, cookie: "" });
  }

  const repeat = async (everySeconds: number, work: (n: number) => Promise<void>) => {
    for (let n = 0; !signal.aborted; n++) {
      await work(n);
      // Ends with the signal, which is no failure.
      await delay(everySeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all([
    repeat(4, list),
    repeat(5, buy),
    repeat(3, signUp),
    repeat(10, changePassword),
    repeat(300, backUp),
  ]);
  return answers;
}

function memberAt(members: readonly Member[], n: number): Member {
  const member = members[n % members.length];
  if (!member) throw new RangeError("There are no members");
  return member;
}
