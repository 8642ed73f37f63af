import { setTimeout as wait } from "node:timers/promises";
import { listAttacks } from "./attacks.ts";

/** A process of its own, so that attacks do not slow down who measures. Reports outcomes when it is told to stop. */
const over = new AbortController();
const outcomes: Record<string, Record<string, number>> = {};

const only = new RegExp(process.env.ONLY ?? "");
const attacks = (await listAttacks((process.env.VICTIMS ?? "premium").split(","))).filter(
  ({ name }) => only.test(name),
);
process.send?.("attacking");
const all = attacks.flatMap(({ name, workers, restMs, go }) => {
  const counted: Record<string, number> = {};
  outcomes[name] = counted;
  return Array.from({ length: workers }, async () => {
    while (!over.signal.aborted) {
      const outcome = await go(over.signal).catch((error: Error) => error.message);
      counted[outcome] = (counted[outcome] ?? 0) + 1;
      await wait(Math.max(restMs, 1), undefined, { signal: over.signal }).catch(() => undefined);
    }
  });
});

process.once("disconnect", () => process.exit());
process.once("message", async () => {
  over.abort();
  await Promise.race([Promise.all(all), wait(5000)]);
  process.send?.(outcomes);
  process.disconnect();
  process.exit();
});
