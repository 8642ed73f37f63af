// @ts-check
// Started by watchdog.ts. Plain JavaScript, because a thread that strips types needs several times the memory.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

/** @type {{ beats: Int32Array, silenceMs: number }} */
const { beats, silenceMs } = workerData;

// Twice in a row: if the whole process was paused, both threads resume at the same moment.
const CHANCES = 2;

let missed = 0;
while (missed < CHANCES) {
  const beat = Atomics.load(beats, 0);
  missed = Atomics.wait(beats, 0, beat, silenceMs / CHANCES) === "timed-out" ? missed + 1 : 0;
}
const message = `the server has not responded for ${silenceMs} ms and is killed`;
writeSync(1, `${JSON.stringify({ level: 60, time: Date.now(), msg: message })}\n`);
process.kill(process.pid, "SIGKILL");
