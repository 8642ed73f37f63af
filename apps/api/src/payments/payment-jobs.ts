import { deleteOldStripeEvents } from "@studbook/db/queries/stripe-events";
import type { Job } from "../jobs/run-jobs.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

/** The scheduled jobs for payments. */
export function listPaymentJobs(parts: PaymentParts): Job[] {
  return [
    {
      name: "reconcile-payments",
      cron: "*/2 * * * *",
      maxDelaySeconds: 30,
      atStart: true,
      run: (signal) => reconcilePayments(parts, { signal }),
    },
    {
      name: "delete-old-stripe-events",
      cron: "37 * * * *",
      run: () => deleteOldStripeEvents(parts.db),
    },
  ];
}
