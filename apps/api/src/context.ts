import type { Db } from "@studbook/db/client";
import type { Device } from "./auth/device.ts";
import type { Session } from "./auth/session.ts";
import type { Config } from "./config.ts";
import type { Enqueue } from "./jobs/boss.ts";
import type { PaymentParts } from "./payments/payment-parts.ts";
import type { RunInOrder } from "./serial-queue.ts";

/** What a procedure can use. */
export type Context = {
  db: Db;
  /** Serves what everyone may see. For a guest, it can be a replica. */
  publicDb: Db;
  config: Config;
  /** The database's clock, without a query. Operations read it in their transaction instead (`readClock`). */
  clock: () => Date;
  session: Session;
  device: Device;
  /** The client's IP address. */
  address: string;
  /** Returns a signal that aborts if the client disconnects before the response is complete. */
  closed: () => AbortSignal;
  /** Lets other requests proceed while this one waits for something that they do not need. */
  releaseSlot: () => void;
  /** Waits for a slot for the next call of the request. Throws DomainError BUSY. */
  acquireSlot: () => Promise<void>;
  /** Runs the calls of a batch one after another. */
  runInOrder: RunInOrder;
  /** The keys of what the call has counted toward limits. */
  countedAttempts?: string[];
  /** Keeps pages of other origins from reading a response that depends on the caller. */
  closeToOtherOrigins: () => void;
  payments: PaymentParts;
  enqueue: Enqueue;
  /** The ID of the request in the logs and the audit log. */
  requestId: string;
};

/** What a read of ads needs. */
export type ReadContext = Pick<Context, "publicDb" | "config" | "closeToOtherOrigins"> & {
  session: Pick<Session, "user">;
};
