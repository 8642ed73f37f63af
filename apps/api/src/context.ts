import type { Db } from "@studbook/db/client";
import type { Device } from "./auth/device.ts";
import type { Session } from "./auth/session.ts";
import type { Config } from "./config.ts";
import type { InOrder } from "./in-order.ts";
import type { Enqueue } from "./jobs/boss.ts";
import type { PaymentParts } from "./payments/payment-parts.ts";

/** What a procedure may use. */
export type Context = {
  db: Db;
  config: Config;
  /** The process's clock, which decides no membership. */
  clock: () => Date;
  session: Session;
  device: Device;
  /** The address the request came from. */
  address: string;
  /** Aborts when the caller goes away before the answer. */
  closed: () => AbortSignal;
  /** Lets other requests go on while this one waits for something that they do not need. */
  leaveTurn: () => void;
  /** Waits for the turn of the next call of a request. Throws DomainError BUSY. */
  takeTurn: () => Promise<void>;
  /** Runs the calls of a request one after the other. */
  inOrder: InOrder;
  payments: PaymentParts;
  enqueue: Enqueue;
  /** The request's id, as logs and the audit log know it. */
  requestId: string;
};
