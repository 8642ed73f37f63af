import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { z } from "@studbook/domain/schemas/z";

const WORKER = fileURLToPath(new URL("./decode-worker.mjs", import.meta.url));

/** What the decoding process is asked: `bytes` of a file follow on its standard input. */
export type DecodeJob = {
  bytes: number;
  widths: readonly (typeof PHOTO_WIDTHS)[number][];
  maxPixels: number;
  maxFilePixels: number;
  cpuMs: number;
  maxRssBytes: number;
};

const Photo = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  files: z.array(z.object({ width: z.literal(PHOTO_WIDTHS), data: z.instanceof(Uint8Array) })),
});

/** Upright pixels of an original, and its WebP files, the widest first. */
export type DecodedPhoto = z.output<typeof Photo>;

// The process has seen hostile bytes, so what it answers is checked as well.
const Answer = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ photo: Photo, rssBytes: z.number() }),
  z.object({ refused: z.enum(["broken", "costly"]), why: z.string().optional() }),
]);

type Answer = z.output<typeof Answer>;

/** `broken` if it cannot be decoded, `costly` if it takes too long or too much memory, or ends the process. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
  readonly reason: "broken" | "costly";

  constructor(reason: "broken" | "costly", message: string) {
    super(message);
    this.reason = reason;
  }
}

export type DecoderOptions = {
  /** Processor time of one photo, in milliseconds. */
  cpuMs?: number;
  /** Time of one photo on the clock, in milliseconds, should the process not notice the former. */
  wallMs?: number;
  /** Memory of the process. */
  maxRssBytes?: number;
  /** How long the process waits for another photo, in milliseconds. */
  idleMs?: number;
};

export type Decoder = {
  /**
   * Decodes one photo; the caller waits for its turn.
   *
   * @throws DecodeError, or Error if the process cannot be started
   */
  decode(
    original: Uint8Array,
    limits: Pick<DecodeJob, "maxPixels" | "maxFilePixels">,
  ): Promise<DecodedPhoto>;
  /** Ends the process, if there is one. */
  close(): void;
};

/** A process that has grown is not kept: the memory would come on top of the next photo's. */
const MAX_KEPT_BYTES = 100_000_000;

/** Decodes photos in a process of its own, which is started when needed and ends after a while without work. */
export function createDecoder(options: DecoderOptions = {}): Decoder {
  const { cpuMs = 2000, wallMs = 30_000, maxRssBytes = 180_000_000, idleMs = 5000 } = options;
  let worker: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(idle);
    if (!worker) return;
    ended = once(worker, "exit");
    worker.kill("SIGKILL");
    worker = undefined;
  };
  return {
    close,
    async decode(original, limits) {
      clearTimeout(idle);
      try {
        // Two at once would have twice the memory.
        await ended;
        worker ??= await start(() => {
          worker = undefined;
        });
        const job = { bytes: original.length, widths: PHOTO_WIDTHS, ...limits, cpuMs, maxRssBytes };
        const answer = await ask(worker, job, original, wallMs);
        if ("refused" in answer) throw new DecodeError(answer.refused, answer.why ?? "");
        if (!("photo" in answer)) throw new Error("The photo decoder answered something else");
        if (answer.rssBytes > MAX_KEPT_BYTES) close();
        return answer.photo;
      } catch (error) {
        if (!(error instanceof DecodeError && error.reason === "broken")) close();
        throw error;
      } finally {
        idle = setTimeout(close, idleMs);
      }
    },
  };
}

/** @throws Error if the process does not become ready */
async function start(onExit: () => void): Promise<ChildProcess> {
  const worker = fork(WORKER, {
    serialization: "advanced",
    stdio: ["pipe", "ignore", "inherit", "ipc"],
    // None of the server's secrets. What glibc frees goes back at once, so that photos do not add up.
    env: {
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_THRESHOLD_: "131072",
      MALLOC_TRIM_THRESHOLD_: "131072",
      UV_THREADPOOL_SIZE: "1",
    },
    execArgv: ["--max-old-space-size=32", "--max-semi-space-size=1", "--no-opt"],
  });
  worker.once("exit", onExit);
  yieldTo(worker);
  worker.stdin?.on("error", isToldByExit);
  const ready = await nextAnswer(worker);
  if (!ready) throw new Error("The photo decoder could not be started");
  return worker;
}

/** Lets requests have the processor before photos. */
function yieldTo({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}

async function ask(
  worker: ChildProcess,
  job: DecodeJob,
  original: Uint8Array,
  wallMs: number,
): Promise<Answer> {
  const late = setTimeout(() => worker.kill("SIGKILL"), wallMs);
  try {
    const answered = nextAnswer(worker);
    worker.send(job, isToldByExit);
    worker.stdin?.write(original);
    const answer = await answered;
    if (!answer) throw new DecodeError("costly", "The photo decoder ended");
    return answer;
  } finally {
    clearTimeout(late);
  }
}

/** Writing fails only when the process ends, which is noticed anyway. */
function isToldByExit(): void {}

/** Undefined if the process ends before it answers. */
async function nextAnswer(worker: ChildProcess): Promise<Answer | undefined> {
  const ended = new AbortController();
  const end = () => ended.abort();
  worker.once("exit", end).once("error", end);
  try {
    while (true) {
      const [message] = await once(worker, "message", { signal: ended.signal });
      // Under `node --watch` the process also tells which files it has loaded.
      const answer = Answer.safeParse(message);
      if (answer.success) return answer.data;
    }
  } catch (error) {
    if (ended.signal.aborted) return undefined;
    throw error;
  } finally {
    worker.off("exit", end).off("error", end);
  }
}
