import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { isPortraitFile, type PortraitFile, type PortraitJob } from "./portrait-job.ts";

const WORKER = fileURLToPath(new URL("./render-worker.ts", import.meta.url));
const PROCESSES = 2;
const IDLE_MS = 10_000;
/** An operating system priority below that of the server. */
const LOW_PRIORITY = 5;

export type PortraitPool = {
  /** Rejects if the drawing process exits early. */
  draw(job: PortraitJob): Promise<PortraitFile[]>;
};

type Worker = { process: ChildProcess; idleTimer?: NodeJS.Timeout };

/**
 * Draws portraits in up to two separate processes, because the server's sharp is not allowed to read SVG. They
 * start on demand, exit after an idle time, and do not keep this process alive.
 */
export function createPortraitPool({ idleMs = IDLE_MS } = {}): PortraitPool {
  const limit = pLimit(PROCESSES);
  const idle: Worker[] = [];
  const startWorker = (): Worker => {
    const child = fork(WORKER, { serialization: "advanced" });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const worker: Worker = { process: child };
    child.once("exit", () => removeFromIdle(worker));
    return worker;
  };
  const removeFromIdle = (worker: Worker) => {
    clearTimeout(worker.idleTimer);
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  };
  const addToIdle = (worker: Worker) => {
    worker.process.unref();
    worker.process.channel?.unref();
    worker.idleTimer = setTimeout(() => {
      // Before it exits, so that it gets no more jobs.
      removeFromIdle(worker);
      worker.process.kill();
    }, idleMs).unref();
    idle.push(worker);
  };
  const takeWorker = (): Worker => {
    const worker = idle.pop() ?? startWorker();
    clearTimeout(worker.idleTimer);
    worker.process.ref();
    worker.process.channel?.ref();
    return worker;
  };
  return {
    draw: (job) =>
      limit(async () => {
        const worker = takeWorker();
        const files = await runJob(worker.process, job);
        addToIdle(worker);
        return files;
      }),
  };
}

async function runJob(child: ChildProcess, job: PortraitJob): Promise<PortraitFile[]> {
  const received = receiveFiles(child);
  child.send(job, (error) => {
    // receiveFiles rejects when the process exits.
    if (error) child.kill();
  });
  return await received;
}

async function receiveFiles(child: ChildProcess): Promise<PortraitFile[]> {
  // With `node --watch`, the process also sends messages about loaded files.
  for await (const [message] of on(child, "message", { close: ["exit"] })) {
    if (Array.isArray(message) && message.every(isPortraitFile)) return message;
  }
  throw new Error("A portrait drawing process exited early");
}
