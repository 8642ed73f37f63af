import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { makeBombs } from "./bombs.ts";
import { dribble, pour, stall } from "./raw-connections.ts";
import { multipartOf, type Person, somebody } from "./send.ts";

export type Attack = {
  name: string;
  /** How many do it at once, each again as soon as it has ended. */
  workers: number;
  /** What each rests between two goes, in ms. */
  restMs: number;
  /** One go; answers what came of it. */
  go: (signal: AbortSignal) => Promise<string>;
};

/** Every way that is known to hurt a server. `victims` are the names of accounts that exist. */
export async function listAttacks(victims: readonly string[]): Promise<Attack[]> {
  const victim = () => victims[Math.floor(Math.random() * victims.length)] ?? "premium";
  const bombs = await makeBombs();
  const uploaders = await signUpUploaders(12);
  const uploader = () => uploaders[Math.floor(Math.random() * uploaders.length)] ?? somebody();
  return [
    ...[
      "/trpc/auth.login",
      "/api/login",
      "/nowhere",
      "/api/upload-images",
      "/photos/x/320.webp",
    ].flatMap((path) => [
      {
        name: `400 MB to ${path}`,
        workers: 1,
        restMs: 2000,
        go: (signal: AbortSignal) => pour(path, "multipart/form-data; boundary=x", signal),
      },
      {
        name: `octets without end to ${path}`,
        workers: 1,
        restMs: 2000,
        go: (signal: AbortSignal) => pour(path, "application/octet-stream", signal),
      },
    ]),
    {
      name: "slow headers",
      workers: 100,
      restMs: 0,
      go: (signal) => dribble("GET / HTTP/1.1\r\n", signal),
    },
    {
      name: "slow bodies",
      workers: 50,
      restMs: 0,
      go: (signal) =>
        dribble(
          "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n",
          signal,
        ),
    },
    {
      name: "stalled probes",
      workers: 50,
      restMs: 1000,
      go: (signal) =>
        dribble(
          "POST /livez HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
          signal,
        ),
    },
    {
      name: "stalled uploads",
      workers: 60,
      restMs: 10_000,
      go: (signal) => stall(uploader(), signal),
    },
    ...bombs.map(({ name, file }) => ({
      name,
      workers: 2,
      restMs: 500,
      go: () => upload(uploader(), [file, file, file]),
    })),
    {
      name: "parts without number",
      workers: 1,
      restMs: 1000,
      go: () => manyParts(uploader()),
    },
    { name: "guesses of one password", workers: 60, restMs: 1000, go: () => guess(victim()) },
    {
      name: "guesses of names",
      workers: 20,
      restMs: 1000,
      go: () => guess(randomUUID().slice(0, 12)),
    },
    { name: "resets of strangers", workers: 5, restMs: 200, go: () => askForReset(victim()) },
    { name: "batches of resets", workers: 4, restMs: 500, go: askForResets },
    { name: "sign-ups", workers: 2, restMs: 500, go: async () => String((await signUp()).status) },
    {
      name: "pages from one address",
      workers: 4,
      restMs: 25,
      go: () => flood(shared[0], "/search"),
    },
    {
      name: "calls from one address",
      workers: 4,
      restMs: 25,
      go: () => flood(shared[1], "/api/ads"),
    },
    { name: "batches of ten", workers: 2, restMs: 100, go: () => batch(shared[2]) },
    {
      name: "unknown photos",
      workers: 2,
      restMs: 20,
      go: () => flood(shared[3], `/photos/${randomUUID()}/320.webp`),
    },
    {
      name: "pages from everywhere",
      workers: 2,
      restMs: 50,
      go: () => flood(somebody(), `/search?breed=${randomUUID()}`),
    },
    {
      name: "pages by POST",
      workers: 2,
      restMs: 50,
      go: () => flood(somebody(), `/search?breed=${randomUUID()}`, "POST"),
    },
    { name: "malformed requests", workers: 4, restMs: 50, go: malform },
  ];
}

const shared = [somebody(), somebody(), somebody(), somebody()] as const;

async function upload(person: Person, files: Buffer[]): Promise<string> {
  const { body, headers } = await multipartOf(files);
  const answer = await person.call("/api/upload-images", { method: "POST", body, headers });
  return String(answer.status);
}

async function manyParts(person: Person): Promise<string> {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const body = `${part.repeat(200_000)}--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const answer = await person.call("/api/upload-images", { method: "POST", body, headers });
  return String(answer.status);
}

async function guess(username: string): Promise<string> {
  const person = somebody();
  const body = { username, password: randomUUID() };
  const { status } = await person.call("/api/login", { method: "POST", body });
  person.leave();
  return String(status);
}

async function askForReset(account: string): Promise<string> {
  const person = somebody();
  const path = "/api/auth/request-password-reset";
  const { status } = await person.call(path, { method: "POST", body: { account } });
  person.leave();
  return String(status);
}

/** Ten at once, of which nobody hears the outcome. */
async function askForResets(): Promise<string> {
  const person = somebody();
  const calls = Array.from({ length: 10 }, (_, n) => [n, { account: randomUUID() }]);
  const path = `/trpc/${calls.map(() => "auth.requestPasswordReset").join(",")}?batch=1`;
  const asked = person.call(path, { method: "POST", body: Object.fromEntries(calls) });
  const hungUp = wait(100).then(() => person.leave());
  const outcome = await asked.then(({ status }) => String(status)).catch(() => "hung up");
  await hungUp;
  return outcome;
}

async function signUp(): Promise<{ person: Person; status: number }> {
  const person = somebody();
  const username = `attack-${randomUUID().slice(0, 12)}`;
  const body = { username, password: "Kettle-Ridge-418", membershipTier: "basic" };
  const { status } = await person.call("/api/signup", { method: "POST", body });
  return { person, status };
}

async function signUpUploaders(count: number): Promise<Person[]> {
  const uploaders: Person[] = [];
  while (uploaders.length < count) {
    const { person, status } = await signUp();
    if (status === 201) uploaders.push(person);
  }
  return uploaders;
}

async function flood(person: Person, path: string, method = "GET"): Promise<string> {
  const { status } = await person.call(path, { method });
  // Not to measure how fast a client can be refused.
  if (status === 429) await wait(50);
  return String(status);
}

async function batch(person: Person): Promise<string> {
  const names = Array(10).fill("ads.search").join(",");
  const { status } = await person.call(`/trpc/${names}?batch=1&input=%7B%7D`);
  if (status === 429) await wait(50);
  return String(status);
}

const MALFORMED: [path: string, method: string, headers: Record<string, string>, body?: string][] =
  [
    ["/trpc/%25", "GET", {}],
    ["/%", "GET", {}],
    ["/api/ads?cursor=%00", "GET", {}],
    ["/api/login", "POST", { "content-type": "application/json" }, "{"],
    ["/api/login", "POST", { "content-type": "application/json" }, "[".repeat(60_000)],
    ["/api/login", "POST", { "content-type": "text/xml" }, "<a/>"],
    ["/api/login", "PROPFIND", {}],
    ["/trpc/auth.me?batch=1&input=%5B", "GET", {}],
    ["/", "GET", { cookie: "studbook=".concat("x".repeat(4000)) }],
    ["/search?breed=".concat("%F0%9F%90%95".repeat(300)), "GET", {}],
    ["/api/ads/".concat("a".repeat(3000)), "GET", {}],
    ["/a".concat("/".repeat(15_000), "b"), "GET", {}],
  ];

async function malform(): Promise<string> {
  const [path, method, headers, body] =
    MALFORMED[Math.floor(Math.random() * MALFORMED.length)] ?? [];
  const person = somebody();
  const { status } = await person.call(path ?? "/", {
    ...(method && { method }),
    ...(headers && { headers }),
    ...(body && { body }),
  });
  person.leave();
  return String(status);
}
