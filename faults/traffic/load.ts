import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createSchedule, type Rate } from "./schedule.ts";

/** Requests of one kind. */
export type Kind = {
  name: string;
  /** How often it is sent in proportion to the others. */
  weight: number;
  /** Complete HTTP requests, used in turn. */
  messages: string[];
};

/** A rate, whatever the server does; or a number of connections that each send after every response. */
export type Pace = Rate | { connections: number };

export type Plan = {
  port: number;
  seconds: number;
  pace: Pace;
  kinds: Kind[];
  /** A request without a complete response after this time has failed. Default: 60 s. */
  timeoutMs?: number;
};

/** One request. Times are in milliseconds; `at` counts from the start of the load. */
export type Sample = {
  kind: string;
  at: number;
  ms: number;
  /** 0 if there was no complete response. */
  status: number;
  hasRetryAfter: boolean;
  /** The code of a 503, or the one that its page is about. */
  code?: string | undefined;
};

type Pending = { kind: string; startedAt: number };

type Result = Pick<Sample, "status" | "hasRetryAfter" | "code">;

type Reader = {
  status: number;
  hasRetryAfter: boolean;
  isClosing: boolean;
  left: number;
  isChunked: boolean;
};

const TICK_MS = 2;
const TIMEOUT_CHECK_MS = 50;
const NO_BYTES: Buffer = Buffer.alloc(0);
const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";
/** tRPC also has a numeric code. */
const CODE = /"code":"([A-Z_]+)"/;
const TITLE = /<title>([^<]+)/;
const CODES_BY_TITLE: Record<string, string> = {
  "Studbook is very busy": "BUSY",
  "Studbook is briefly unavailable": "NOT_READY",
};

/**
 * Sends requests as raw bytes, which costs little processor time, and resolves when all responses have arrived. Each
 * connection carries one request at a time.
 */
export async function runLoad(plan: Plan, signal?: AbortSignal): Promise<Sample[]> {
  const { port, seconds, pace, timeoutMs = 60_000 } = plan;
  const next = createPicker(plan.kinds);
  const samples: Sample[] = [];
  const idle: Connection[] = [];
  const busy = new Set<Connection>();
  const drained = Promise.withResolvers<void>();
  const zero = performance.now();
  let answered = 0;
  const isClosedLoop = "connections" in pace;
  const countDue = isClosedLoop ? () => 0 : createSchedule(pace, () => answered);
  const isOver = () => signal?.aborted || performance.now() - zero >= seconds * 1000;

  function sendOne(): void {
    const { kind, message } = next();
    const connection = takeOpen(idle) ?? new Connection(port);
    busy.add(connection);
    const startedAt = performance.now();
    connection.send(message, { kind, startedAt }, (result) => {
      busy.delete(connection);
      if (result.status >= 200 && result.status < 300) answered++;
      samples.push({ kind, at: startedAt - zero, ms: performance.now() - startedAt, ...result });
      if (connection.isOpen) idle.push(connection);
      if (isClosedLoop && !isOver()) sendOne();
      if (busy.size === 0 && isOver()) drained.resolve();
    });
  }

  const timeouts = setInterval(() => {
    const oldest = performance.now() - timeoutMs;
    for (const connection of busy) if (connection.startedAt < oldest) connection.fail();
  }, TIMEOUT_CHECK_MS);
  try {
    if (isClosedLoop) for (let n = 0; n < pace.connections; n++) sendOne();
    for (let sent = 0; !isOver(); ) {
      const due = countDue((performance.now() - zero) / 1000);
      for (; sent < due; sent++) sendOne();
      // The pace of the load, not a wait for something.
      await delay(TICK_MS);
    }
    if (busy.size > 0) await drained.promise;
  } finally {
    clearInterval(timeouts);
    for (const connection of idle) connection.close();
  }
  return samples;
}

/** Removes and returns a connection that the server has not closed. */
function takeOpen(idle: Connection[]): Connection | undefined {
  for (let connection = idle.pop(); connection; connection = idle.pop()) {
    if (connection.isOpen) return connection;
  }
  return undefined;
}

/** Picks kinds in proportion to their weights, evenly mixed. */
function createPicker(kinds: readonly Kind[]): () => { kind: string; message: string } {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const states = kinds.map((kind) => ({ kind, credit: 0, used: 0 }));
  return () => {
    for (const state of states) state.credit += state.kind.weight;
    const state = states.reduce((best, other) => (other.credit > best.credit ? other : best));
    state.credit -= total;
    const { name, messages } = state.kind;
    const message = messages[state.used++ % messages.length];
    if (message === undefined) throw new RangeError(`The kind ${name} has no messages`);
    return { kind: name, message };
  };
}

/** Reads the code from the body of a refusal, which is small enough to arrive in one piece. */
function readCode(body: string): string | undefined {
  return CODE.exec(body)?.[1] ?? CODES_BY_TITLE[TITLE.exec(body)?.[1] ?? ""];
}

class Connection {
  isOpen = true;
  readonly #socket: Socket;
  #pending: (Pending & { done: (result: Result) => void }) | undefined;
  #head = NO_BYTES;
  #reader: Reader | undefined;
  #tail = "";

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#socket.on("error", () => this.fail()).on("close", () => this.fail());
  }

  get startedAt(): number {
    return this.#pending?.startedAt ?? Number.POSITIVE_INFINITY;
  }

  send(message: string, pending: Pending, done: (result: Result) => void): void {
    this.#pending = { ...pending, done };
    this.#socket.write(message, "latin1");
  }

  /** Ends the connection and the request that it carries. */
  fail(): void {
    this.close();
    this.#finish({ status: 0, hasRetryAfter: false });
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#reader) {
      this.#readBody(chunk);
      return;
    }
    this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.#head.toString("latin1", 0, end).toLowerCase();
    const body = this.#head.subarray(end + END_OF_HEAD.length);
    this.#head = NO_BYTES;
    this.#tail = "";
    this.#reader = {
      status: Number(head.slice(9, 12)),
      hasRetryAfter: head.includes("\r\nretry-after:"),
      isClosing: head.includes("\r\nconnection: close"),
      left: Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0),
      isChunked: head.includes("\r\ntransfer-encoding: chunked"),
    };
    this.#readBody(body);
  }

  #readBody(chunk: Buffer): void {
    const reader = this.#reader;
    if (!reader) return;
    reader.left -= chunk.length;
    if (reader.isChunked) {
      this.#tail = (this.#tail + chunk.toString("latin1", Math.max(0, chunk.length - 5))).slice(-5);
      if (this.#tail !== LAST_CHUNK) return;
    } else if (reader.left > 0) return;
    this.#reader = undefined;
    if (reader.isClosing) this.close();
    const { status, hasRetryAfter } = reader;
    const code = status === 503 ? readCode(chunk.toString("latin1")) : undefined;
    this.#finish({ status, hasRetryAfter, code });
  }

  #finish(result: Result): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.done(result);
  }
}
