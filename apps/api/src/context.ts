import type { Db } from "@studbook/db/client";
import type { Session } from "./auth/session.ts";
import type { Config } from "./config.ts";
import type { Enqueue } from "./jobs/boss.ts";
import type { PaymentParts } from "./payments/payment-parts.ts";

/** What a procedure may use. */
export type Context = {
  db: Db;
  config: Config;
  /** The process's clock, which decides no membership. */
  clock: () => Date;
  session: Session;
  /** The address the request came from. */
  address: string;
  payments: PaymentParts;
  enqueue: Enqueue;
  /** The request's id, as logs and the audit log know it. */
  requestId: string;
};
