import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const PASSWORD = "bench-password";

const { values: flags } = parseArgs({
  options: {
    attackers: { type: "string", default: "60" },
    visits: { type: "string", default: "10" },
  },
});

type Reply = { status: number; cookie: string; ms: number };

let addresses = 0;
const newAddress = () => `198.18.${(addresses >> 8) & 255}.${addresses++ & 255}`;

async function post(path: string, body: object, cookie = ""): Promise<Reply> {
  const startedAt = performance.now();
  const response = await fetch(BASE_URL + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newAddress(), cookie },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const ms = Math.round(performance.now() - startedAt);
  return { status: response.status, cookie: cookies.join("; "), ms };
}

/**
 * Measures sign-ins while attackers constantly sign in with new addresses and usernames. The server at BASE_URL
 * must read the address from `X-Forwarded-For` (TRUST_PROXY=127.0.0.1).
 */
async function main(): Promise<void> {
  const owner = { username: `bench-${randomUUID().slice(0, 8)}`, password: PASSWORD };
  const { status, cookie } = await post("/api/signup", { ...owner, membershipTier: "basic" });
  if (status !== 201) throw new Error(`Sign-up failed: ${status}`);
  let isOver = false;
  const attacks: Reply[] = [];
  const attack = async () => {
    while (!isOver) {
      attacks.push(await post("/api/login", { username: randomUUID(), password: PASSWORD }));
    }
  };
  const attackers = Array.from({ length: Number(flags.attackers) }, attack);
  const visit = async (device: string) => {
    const replies: Reply[] = [];
    for (let n = 0; n < Number(flags.visits); n++) {
      replies.push(await post("/api/login", owner, device));
    }
    return replies;
  };
  const device = cookie.split("; ").find((pair) => pair.includes("studbook-device=")) ?? "";
  const [fresh, known] = await Promise.all([visit(""), visit(device)]);
  isOver = true;
  await Promise.all(attackers);
  report("new devices", fresh);
  report("known device", known);
  report("attackers", attacks);
}

function report(who: string, replies: Reply[]): void {
  const statuses = Object.groupBy(replies, ({ status }) => String(status));
  const counts = Object.entries(statuses).map(([status, all]) => `${all?.length} x ${status}`);
  const times = replies.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  process.stdout.write(
    `${who}: ${counts.join(", ")}; median ${median} ms, longest ${times.at(-1)} ms\n`,
  );
}

await main();
