import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { z } from "@studbook/domain/schemas/z";

const WORKER = fileURLToPath(new URL("./decode-worker.mjs", import.meta.url));

/** A request to the decoding process; a file of `bytes` follows on its standard input. */
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

/** The original's size after orientation, and its WebP files, widest first. */
export type DecodedPhoto = z.output<typeof Photo>;

// The process has read hostile bytes, so its replies are validated.
const Reply = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ photo: Photo, rssBytes: z.number() }),
  z.object({ refused: z.enum(["broken", "costly"]), why: z.string().optional() }),
]);

type Reply = z.output<typeof Reply>;

/**
 * `broken`: the photo cannot be decoded. `costly`: it took too much time or memory, or crashed the process.
 * `unavailable`: the process could not be started, or has got too little processor time.
 */
type DecodeFailure = "broken" | "costly" | "unavailable";

export class DecodeError extends Error {
  override readonly name = "DecodeError";
  readonly reason: DecodeFailure;

  constructor(reason: DecodeFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type DecoderOptions = {
  /** CPU time per photo, in milliseconds. */
  cpuMs?: number;
  /** Wall-clock time per photo, in milliseconds. On a busy machine, a photo can take longer than `cpuMs`. */
  wallMs?: number;
  /** Memory of the process, in bytes. */
  maxRssBytes?: number;
  /** How long an idle process is kept, in milliseconds. */
  idleMs?: number;
};

export type Decoder = {
  /**
   * Decodes one photo. The caller makes sure that only one is decoded at a time.
   *
   * @param onStart called when the process gets the photo
   * @throws DecodeError
   */
  decode(
    original: Uint8Array,
    limits: Pick<DecodeJob, "maxPixels" | "maxFilePixels">,
    onStart?: () => void,
  ): Promise<DecodedPhoto>;
  /** Kills the process, if it is running. */
  close(): void;
};

export const MAX_CPU_MS = 2000;

/** A larger process is not reused: its memory would add to the next photo's. */
const MAX_REUSABLE_BYTES = 100_000_000;

/** Decodes photos in a separate process, which starts on demand and ends when idle. */
export function createDecoder(options: DecoderOptions = {}): Decoder {
  const { cpuMs = MAX_CPU_MS, wallMs = 30_000, maxRssBytes = 180_000_000, idleMs = 5000 } = options;
  let worker: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(idle);
    if (!worker) return;
    exited = once(worker, "exit");
    worker.kill("SIGKILL");
    worker = undefined;
  };
  return {
    close,
    async decode(original, limits, onStart = () => undefined) {
      clearTimeout(idle);
      try {
        // Two processes would need twice the memory.
        await exited;
        worker ??= await start(() => {
          worker = undefined;
        });
        onStart();
        const job = { bytes: original.length, widths: PHOTO_WIDTHS, ...limits, cpuMs, maxRssBytes };
        const reply = await ask(worker, job, original, wallMs);
        if ("refused" in reply) throw new DecodeError(reply.refused, reply.why ?? "");
        if (!("photo" in reply)) throw new Error("The photo decoder sent an unexpected reply");
        if (reply.rssBytes > MAX_REUSABLE_BYTES) close();
        return reply.photo;
      } catch (error) {
        if (!(error instanceof DecodeError && error.reason === "broken")) close();
        throw error;
      } finally {
        idle = setTimeout(close, idleMs);
      }
    },
  };
}

/** @throws DecodeError `unavailable` if the process does not become ready */
async function start(onExit: () => void): Promise<ChildProcess> {
  const worker = forkWorker();
  let cause: unknown;
  worker.once("exit", onExit).once("error", (error) => {
    cause = error;
  });
  lowerPriority(worker);
  worker.stdin?.on("error", ignoreWriteError);
  const ready = await nextReply(worker);
  if (!ready) throw notStarted(cause);
  return worker;
}

/** @throws DecodeError `unavailable`, such as if the system has no memory for another process */
function forkWorker(): ChildProcess {
  const options = {
    serialization: "advanced",
    stdio: ["pipe", "ignore", "inherit", "ipc"],
    // Excludes the server's secrets, and makes glibc return freed memory immediately, so that photos do not add up.
    env: {
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_THRESHOLD_: "131072",
      MALLOC_TRIM_THRESHOLD_: "131072",
      UV_THREADPOOL_SIZE: "1",
    },
    execArgv: ["--max-old-space-size=32", "--max-semi-space-size=1", "--no-opt"],
  } satisfies ForkOptions;
  try {
    return fork(WORKER, options);
  } catch (error) {
    throw notStarted(error);
  }
}

function notStarted(cause: unknown): DecodeError {
  return new DecodeError("unavailable", "The photo decoder could not be started", { cause });
}

/** Gives requests priority over decoding. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}

async function ask(
  worker: ChildProcess,
  job: DecodeJob,
  original: Uint8Array,
  wallMs: number,
): Promise<Reply> {
  let isLate = false;
  const timeout = setTimeout(() => {
    isLate = true;
    worker.kill("SIGKILL");
  }, wallMs);
  try {
    const replied = nextReply(worker);
    worker.send(job, ignoreWriteError);
    worker.stdin?.write(original);
    const reply = await replied;
    if (reply) return reply;
    throw isLate
      ? new DecodeError("unavailable", `The photo decoder did not finish within ${wallMs} ms`)
      : new DecodeError("costly", "The photo decoder ended");
  } finally {
    clearTimeout(timeout);
  }
}

/** Writes only fail when the process ends, which the exit listener handles. */
function ignoreWriteError(): void {}

/** Returns undefined if the process ends before it replies. */
async function nextReply(worker: ChildProcess): Promise<Reply | undefined> {
  const ended = new AbortController();
  const end = () => ended.abort();
  worker.once("exit", end).once("error", end);
  try {
    while (true) {
      const [message] = await once(worker, "message", { signal: ended.signal });
      // Under `node --watch` the process also sends messages about the files it has loaded.
      const reply = Reply.safeParse(message);
      if (reply.success) return reply.data;
    }
  } catch (error) {
    if (ended.signal.aborted) return undefined;
    throw error;
  } finally {
    worker.off("exit", end).off("error", end);
  }
}
