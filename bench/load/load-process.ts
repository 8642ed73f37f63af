import { connect } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { encodeRequests, type LoadResult, type LoadTask } from "./load-task.ts";
import { type ResponseHead, readHead } from "./read-head.ts";

/** The end of a chunked body. The next response cannot follow it, because its request has not been sent. */
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");
const CLOSED = "closed";
/** What all connections read into. */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

// Runs the tasks that it gets from `startLoadGenerator`, one at a time. autocannon counts latencies in whole milliseconds,
// and most of these responses take less.
process.on("message", async (task: LoadTask) => {
  process.send?.(await run(task));
});

async function run(task: LoadTask): Promise<LoadResult> {
  const { connections, until, paths } = task;
  const requests = encodeRequests(task);
  const total = "times" in until ? until.times * paths.length : Number.POSITIVE_INFINITY;
  const histogram = createHistogram({ figures: 3 });
  const outcomes = new Map<string | number, number>();
  const startedAt = performance.now();
  const endsAt = "ms" in until ? startedAt + until.ms : Number.POSITIVE_INFINITY;
  let sent = 0;
  let responses = 0;
  const countOutcome = (key: string | number) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);

  function openConnection(): Promise<void> {
    let sentAt = 0;
    let received: Buffer | undefined;
    let head: ResponseHead | undefined;
    let missing = 0;

    function sendNext(): void {
      sentAt = performance.now();
      if (sent >= total || sentAt >= endsAt) return void socket.end();
      const request = requests[sent++ % requests.length];
      if (request) socket.write(request);
    }
    function finish(status: number): void {
      responses++;
      histogram.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)));
      countOutcome(status);
      [received, head] = [undefined, undefined];
      sendNext();
    }
    /** Most responses arrive in one piece. Only those that do not are copied and put together. */
    function receive(data: Buffer): void {
      if (head?.bodyBytes !== undefined) {
        missing -= data.length;
        if (missing <= 0) finish(head.status);
        return;
      }
      const all = received ? Buffer.concat([received, data]) : data;
      head ??= readHead(all);
      if (head?.bodyBytes !== undefined) {
        missing = head.headBytes + head.bodyBytes - all.length;
        if (missing <= 0) finish(head.status);
      } else if (head && all.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) {
        finish(head.status);
      } else {
        received = Buffer.from(all);
      }
    }
    const socket = connect({
      port: task.port,
      host: "127.0.0.1",
      noDelay: true,
      // By default, Node.js allocates a buffer of 64 KiB for every read.
      onread: {
        buffer: readBuffer,
        callback: (bytes) => {
          receive(readBuffer.subarray(0, bytes));
          return true;
        },
      },
    });
    socket.on("connect", sendNext);
    return new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", () => {
        if (sent >= total || performance.now() >= endsAt) return resolve();
        countOutcome(CLOSED);
        openConnection().then(resolve, reject);
      });
    });
  }

  let isRunning = true;
  const poll = () => {
    if (isRunning) setImmediate(poll);
  };
  if (task.isPolling) poll();
  await Promise.all(Array.from({ length: connections }, openConnection));
  isRunning = false;
  return {
    responses,
    seconds: (performance.now() - startedAt) / 1000,
    p50Ms: histogram.percentile(50) / 1000,
    p99Ms: histogram.percentile(99) / 1000,
    outcomes: Object.fromEntries(outcomes),
  };
}
