import { setTimeout as wait } from "node:timers/promises";
import { listAttacks } from "./attacks.ts";

/** Runs in its own process, so that attacks do not slow down the measurement. Reports outcomes on "stop". */
const stopping = new AbortController();
const outcomes: Record<string, Record<string, number>> = {};

const only = new RegExp(process.env.ONLY ?? "");
const attacks = (await listAttacks((process.env.VICTIMS ?? "premium").split(","))).filter(
  ({ name }) => only.test(name),
);
process.send?.("attacking");
const all = attacks.flatMap(({ name, workers, pauseMs, run }) => {
  const counts: Record<string, number> = {};
  outcomes[name] = counts;
  return Array.from({ length: workers }, async () => {
    while (!stopping.signal.aborted) {
      const outcome = await run(stopping.signal).catch((error: Error) => error.message);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      await wait(Math.max(pauseMs, 1), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  });
});

process.once("disconnect", () => process.exit());
process.once("message", async () => {
  stopping.abort();
  await Promise.race([Promise.all(all), wait(5000)]);
  process.send?.(outcomes);
  process.disconnect?.();
  process.exit();
});
