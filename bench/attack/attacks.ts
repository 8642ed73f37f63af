import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { makeBombs } from "./bombs.ts";
import { dribble, pour, stall } from "./raw-connections.ts";
import { multipartOf, newAttacker, type Person } from "./send.ts";

export type Attack = {
  name: string;
  /** The number of concurrent attackers. Each repeats the attack. */
  workers: number;
  /** The pause of each attacker between two runs, in milliseconds. */
  pauseMs: number;
  /** Runs the attack once and returns its outcome. */
  run: (signal: AbortSignal) => Promise<string>;
};

/** Returns all known attacks. `victims` are usernames of existing accounts. */
export async function listAttacks(victims: readonly string[]): Promise<Attack[]> {
  const victim = () => victims[Math.floor(Math.random() * victims.length)] ?? "premium";
  const bombs = await makeBombs();
  const uploaders = await signUpUploaders(12);
  const uploader = () => uploaders[Math.floor(Math.random() * uploaders.length)] ?? newAttacker();
  return [
    ...[
      "/trpc/auth.login",
      "/api/login",
      "/nowhere",
      "/api/upload-images",
      "/photos/x/320.webp",
    ].flatMap((path) => [
      {
        name: `400 MB of multipart to ${path}`,
        workers: 1,
        pauseMs: 2000,
        run: (signal: AbortSignal) => pour(path, "multipart/form-data; boundary=x", signal),
      },
      {
        name: `400 MB of raw bytes to ${path}`,
        workers: 1,
        pauseMs: 2000,
        run: (signal: AbortSignal) => pour(path, "application/octet-stream", signal),
      },
    ]),
    {
      name: "slow headers",
      workers: 100,
      pauseMs: 0,
      run: (signal) => dribble("GET / HTTP/1.1\r\n", signal),
    },
    {
      name: "slow bodies",
      workers: 50,
      pauseMs: 0,
      run: (signal) =>
        dribble(
          "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n",
          signal,
        ),
    },
    {
      name: "stalled probes",
      workers: 50,
      pauseMs: 1000,
      run: (signal) =>
        dribble(
          "POST /livez HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
          signal,
        ),
    },
    {
      name: "stalled uploads",
      workers: 60,
      pauseMs: 10_000,
      run: (signal) => stall(uploader(), signal),
    },
    ...bombs.map(({ name, file }) => ({
      name,
      workers: 2,
      pauseMs: 500,
      run: () => upload(uploader(), [file, file, file]),
    })),
    {
      name: "200,000 multipart parts",
      workers: 1,
      pauseMs: 1000,
      run: () => manyParts(uploader()),
    },
    { name: "password guessing", workers: 60, pauseMs: 1000, run: () => guessPassword(victim()) },
    {
      name: "username guessing",
      workers: 20,
      pauseMs: 1000,
      run: () => guessPassword(randomUUID().slice(0, 12)),
    },
    { name: "password resets", workers: 5, pauseMs: 200, run: () => requestReset(victim()) },
    { name: "batches of resets", workers: 4, pauseMs: 500, run: requestResets },
    {
      name: "sign-ups",
      workers: 2,
      pauseMs: 500,
      run: async () => String((await signUp()).status),
    },
    {
      name: "pages from one address",
      workers: 4,
      pauseMs: 25,
      run: () => flood(shared[0], "/search"),
    },
    {
      name: "calls from one address",
      workers: 4,
      pauseMs: 25,
      run: () => flood(shared[1], "/api/ads"),
    },
    { name: "batches of ten", workers: 2, pauseMs: 100, run: () => batch(shared[2]) },
    {
      name: "unknown photos",
      workers: 2,
      pauseMs: 20,
      run: () => flood(shared[3], `/photos/${randomUUID()}/320.webp`),
    },
    {
      name: "pages from many addresses",
      workers: 2,
      pauseMs: 50,
      run: () => flood(newAttacker(), `/search?breed=${randomUUID()}`),
    },
    {
      name: "pages by POST",
      workers: 2,
      pauseMs: 50,
      run: () => flood(newAttacker(), `/search?breed=${randomUUID()}`, "POST"),
    },
    { name: "malformed requests", workers: 4, pauseMs: 50, run: sendMalformed },
  ];
}

const shared = [newAttacker(), newAttacker(), newAttacker(), newAttacker()] as const;

async function upload(person: Person, files: Buffer[]): Promise<string> {
  const { body, headers } = await multipartOf(files);
  const reply = await person.call("/api/upload-images", { method: "POST", body, headers });
  return String(reply.status);
}

async function manyParts(person: Person): Promise<string> {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const body = `${part.repeat(200_000)}--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const reply = await person.call("/api/upload-images", { method: "POST", body, headers });
  return String(reply.status);
}

async function guessPassword(username: string): Promise<string> {
  const person = newAttacker();
  const body = { username, password: randomUUID() };
  const { status } = await person.call("/api/login", { method: "POST", body });
  person.disconnect();
  return String(status);
}

async function requestReset(account: string): Promise<string> {
  const person = newAttacker();
  const path = "/api/auth/request-password-reset";
  const { status } = await person.call(path, { method: "POST", body: { account } });
  person.disconnect();
  return String(status);
}

/** Sends a batch of ten and disconnects before the response. */
async function requestResets(): Promise<string> {
  const person = newAttacker();
  const calls = Array.from({ length: 10 }, (_, n) => [n, { account: randomUUID() }]);
  const path = `/trpc/${calls.map(() => "auth.requestPasswordReset").join(",")}?batch=1`;
  const response = person.call(path, { method: "POST", body: Object.fromEntries(calls) });
  const disconnected = wait(100).then(() => person.disconnect());
  const outcome = await response.then(({ status }) => String(status)).catch(() => "disconnected");
  await disconnected;
  return outcome;
}

async function signUp(): Promise<{ person: Person; status: number }> {
  const person = newAttacker();
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
  // Without a pause, this would mostly measure how fast the server refuses requests.
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

async function sendMalformed(): Promise<string> {
  const [path, method, headers, body] =
    MALFORMED[Math.floor(Math.random() * MALFORMED.length)] ?? [];
  const person = newAttacker();
  const { status } = await person.call(path ?? "/", {
    ...(method && { method }),
    ...(headers && { headers }),
    ...(body && { body }),
  });
  person.disconnect();
  return String(status);
}
