import { randomUUID } from "node:crypto";
import { call, listDog, signIn } from "./client.ts";

const MAX_DELAY_MS = 1000;
const ROUNDS = 3;
const servers = (process.env.SERVERS ?? "").split(/[\s,]+/).filter(Boolean);

/** Measures how soon search on all other SERVERS shows a dog that was listed through one of them. */
async function main(): Promise<void> {
  const [first] = servers;
  if (!first || servers.length < 2) throw new Error("Set SERVERS to at least two URLs");
  const cookie = await signIn(first);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const dogName = `Bench ${randomUUID()}`;
      await listDog(server, cookie, dogName);
      const listedAt = performance.now();
      const others = servers.filter((other) => other !== server);
      times.push(
        ...(await Promise.all(others.map((other) => untilSeen(other, dogName, listedAt)))),
      );
    }
  }
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const worst = times.at(-1) ?? Number.NaN;
  const text = `${times.length} measurements on ${servers.length} servers: median ${middle.toFixed(0)} ms, longest ${worst.toFixed(0)} ms`;
  process.stdout.write(`${text}\n`);
  process.exitCode = worst <= MAX_DELAY_MS ? 0 : 1;
}

/** Returns the milliseconds from `since` to the first response that contains the dog. */
async function untilSeen(server: string, dogName: string, since: number): Promise<number> {
  while (performance.now() - since < 10 * MAX_DELAY_MS) {
    const { text } = await call(`${server}/api/ads?breed=Beagle&state=VT&limit=5`);
    if (text.includes(dogName)) return performance.now() - since;
  }
  throw new Error(`${server} did not show ${dogName} within ${10 * MAX_DELAY_MS} ms`);
}

await main();
