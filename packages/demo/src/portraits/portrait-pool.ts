import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { isPortraitFile, type PortraitFile, type PortraitJob } from "./portrait-job.ts";

const WORKER = fileURLToPath(new URL("./render-worker.ts", import.meta.url));
const PROCESSES = 2;
const IDLE_MS = 10_000;
/** Of the operating system: whoever answers requests goes first. */
const LOW_PRIORITY = 5;

export type PortraitPool = {
  /** Rejects with Error when the drawing process ends early. */
  draw(job: PortraitJob): Promise<PortraitFile[]>;
};

type Worker = { process: ChildProcess; idleTimer?: NodeJS.Timeout };

/**
 * Draws portraits in processes of its own, two at once, because the server's sharp refuses to read SVG. They
 * start with the first job, end when there is nothing to draw for a while, and keep nobody from ending.
 */
export function createPortraitPool({ idleMs = IDLE_MS } = {}): PortraitPool {
  const limit = pLimit(PROCESSES);
  const idle: Worker[] = [];
  const startWorker = (): Worker => {
    const child = fork(WORKER, { serialization: "advanced" });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const worker: Worker = { process: child };
    child.once("exit", () => forget(worker));
    return worker;
  };
  const forget = (worker: Worker) => {
    clearTimeout(worker.idleTimer);
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  };
  const rest = (worker: Worker) => {
    worker.process.unref();
    worker.process.channel?.unref();
    worker.idleTimer = setTimeout(() => {
      // At once: until it has ended, a job would be given to it.
      forget(worker);
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
        const files = await askWorker(worker.process, job);
        rest(worker);
        return files;
      }),
  };
}

async function askWorker(child: ChildProcess, job: PortraitJob): Promise<PortraitFile[]> {
  const answered = receiveFiles(child);
  child.send(job, (error) => {
    // Its end tells whoever waits.
    if (error) child.kill();
  });
  return await answered;
}

async function receiveFiles(child: ChildProcess): Promise<PortraitFile[]> {
  // Under `node --watch` the process also reports which files it has loaded.
  for await (const [message] of on(child, "message", { close: ["exit"] })) {
    if (Array.isArray(message) && message.every(isPortraitFile)) return message;
  }
  throw new Error("A portrait drawing process ended early");
}
