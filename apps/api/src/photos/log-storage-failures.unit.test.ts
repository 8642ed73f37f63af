import { Writable } from "node:stream";
import { DomainError } from "@studbook/domain/errors";
import pino from "pino";
import { expect, it } from "vitest";
import { storageFailures } from "../metrics/metrics.ts";
import { createStorageLog } from "./log-storage-failures.ts";
import { uploadsBusy } from "./spool.ts";
import { storageFull, storageUnavailable } from "./storage-errors.ts";

function open() {
  const lines: unknown[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const { msg, err } = JSON.parse(String(chunk));
      lines.push([msg, err.code, err.path]);
      done();
    },
  });
  let now = 0;
  const log = createStorageLog(() => now);
  const logger = pino(stream);
  return {
    lines,
    log: (error: unknown) => log(logger, error),
    advance(ms: number) {
      now += ms;
    },
  };
}

function systemError(code: string) {
  return Object.assign(new Error(code), { code, syscall: "open", path: "/data/photos" });
}

async function countFailures(): Promise<Record<string, number>> {
  const { values } = await storageFailures.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]));
}

it("logs each cause once a minute with its code and path", () => {
  const { log, lines, advance } = open();
  for (let n = 0; n < 3; n++) log(storageFull(systemError("ENOSPC")));
  for (let n = 0; n < 3; n++) log(storageUnavailable(systemError("EIO")));
  const full = ["the photo storage is full", "ENOSPC", "/data/photos"];
  const failed = ["the photo storage failed", "EIO", "/data/photos"];
  expect(lines).toEqual([full, failed]);
  advance(59_999);
  log(storageFull(systemError("ENOSPC")));
  expect(lines).toHaveLength(2);
  advance(1);
  log(storageFull(systemError("ENOSPC")));
  expect(lines).toEqual([full, failed, full]);
});

it("logs why the decoder cannot be started, and nothing else that uploads throw", () => {
  const { log, lines } = open();
  log(uploadsBusy(systemError("EAGAIN")));
  log(uploadsBusy());
  log(new DomainError("UNSUPPORTED_MEDIA_TYPE", "notes.jpg", { cause: systemError("EIO") }));
  log(new TypeError("a bug"));
  expect(lines).toEqual([["photos cannot be decoded", "EAGAIN", "/data/photos"]]);
});

it("counts every failure of the storage", async () => {
  const { log } = open();
  const before = await countFailures();
  for (let n = 0; n < 2; n++) log(storageFull(systemError("ENOSPC")));
  log(storageUnavailable(systemError("EIO")));
  log(uploadsBusy(systemError("EAGAIN")));
  const after = await countFailures();
  expect((after.full ?? 0) - (before.full ?? 0)).toBe(2);
  expect((after.unavailable ?? 0) - (before.unavailable ?? 0)).toBe(1);
});
