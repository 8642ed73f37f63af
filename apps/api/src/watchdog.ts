import { Worker } from "node:worker_threads";

const WORKER = new URL("./watchdog-worker.mjs", import.meta.url);

/** How long the thread of the server can be blocked before the process is killed, in milliseconds. */
const SILENCE_MS = 30_000;
const BEATS_PER_SILENCE = 6;

/**
 * Kills the process if its thread hangs, for example in an endless loop, so that its supervisor restarts it. Nothing else
 * would: it accepts connections and answers none of them. The thread that watches it sleeps almost all of the time.
 */
export function startWatchdog(silenceMs = SILENCE_MS): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(WORKER, {
    workerData: { beats, silenceMs },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  worker.unref();
  const beat = () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  };
  setInterval(beat, silenceMs / BEATS_PER_SILENCE).unref();
}
