import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PortraitJob } from "./portrait-job.ts";

const WORKER = fileURLToPath(new URL("./render-worker.ts", import.meta.url));
const PROCESSES = 2;

/**
 * Draws every job and hands it over as a JPEG file, two at once and in no certain order; each waits for its
 * `onJpeg`. Works in processes of its own, because the server's sharp refuses to read SVG.
 *
 * @throws what `onJpeg` throws, the signal's reason, or Error when a drawing process ends early
 */
export async function renderPortraits<Job extends PortraitJob>(
  jobs: readonly Job[],
  onJpeg: (job: Job, jpeg: Buffer) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const queue = jobs.values();
  const lanes = Array.from({ length: Math.min(PROCESSES, jobs.length) }, () =>
    drawFrom(queue, onJpeg, stop).catch((error) => {
      failure.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

async function drawFrom<Job extends PortraitJob>(
  queue: Iterable<Job>,
  onJpeg: (job: Job, jpeg: Buffer) => Promise<void> | void,
  stop: AbortSignal,
): Promise<void> {
  stop.throwIfAborted();
  const worker = fork(WORKER, { serialization: "advanced" });
  const exited = once(worker, "exit");
  exited.catch(() => {});
  const end = () => worker.kill();
  stop.addEventListener("abort", end);
  try {
    for (const job of queue) {
      const jpeg = await draw(worker, job);
      await onJpeg(job, jpeg);
      stop.throwIfAborted();
    }
  } catch (error) {
    stop.throwIfAborted();
    throw error;
  } finally {
    stop.removeEventListener("abort", end);
    end();
    await exited;
  }
}

async function draw(worker: ChildProcess, job: PortraitJob): Promise<Buffer> {
  const answered = receiveJpeg(worker);
  worker.send(job);
  return await answered;
}

async function receiveJpeg(worker: ChildProcess): Promise<Buffer> {
  // Under `node --watch` the process also reports which files it has loaded.
  for await (const [message] of on(worker, "message", { close: ["exit"] })) {
    if (message instanceof Uint8Array) return Buffer.from(message);
  }
  throw new Error("A portrait drawing process ended early");
}
