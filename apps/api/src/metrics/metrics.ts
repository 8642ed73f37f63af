import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What this process counts from its start. docs/operations.md says what to watch. */
export const registry = new Registry();
const registers = [registry];

// A series that begins at its first event hides that event from increase(): rare ones begin at 0.

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Route is a pattern of a bounded list, `other` for addresses that are none. */
export const httpRequests = new Histogram({
  name: "studbook_http_request_duration_seconds",
  help: "Answered requests by route pattern, method and status",
  labelNames: ["route", "method", "status"] as const,
  buckets: ANSWER_SECONDS,
  registers,
});

/** However it was called: over tRPC, REST or by a page that is rendered. */
export const procedures = new Histogram({
  name: "studbook_procedure_duration_seconds",
  help: "Calls of procedures by name and outcome (ok, or the code of the error)",
  labelNames: ["procedure", "outcome"] as const,
  buckets: ANSWER_SECONDS,
  registers,
});

export const paymentResults = new Counter({
  name: "studbook_payments_total",
  help: "Changes of payments by what they came to",
  labelNames: ["result"] as const,
  registers,
});

for (const result of ["paid", "declined", "canceled", "rejected", "refunded", "disputed"]) {
  paymentResults.inc({ result }, 0);
}

export const providerFailures = new Counter({
  name: "studbook_provider_failures_total",
  help: "Calls of the card provider that failed for good",
  labelNames: ["call"] as const,
  registers,
});

const PROVIDER_CALLS = ["create", "retrieve", "cancel", "disputes", "events"] as const;

/** What the card provider is asked for, as its failures are counted. */
export type ProviderCall = (typeof PROVIDER_CALLS)[number];

for (const call of PROVIDER_CALLS) providerFailures.inc({ call }, 0);

export const webhookOutcomes = new Counter({
  name: "studbook_webhooks_total",
  help: "Webhooks of the card provider: applied, unchanged, refused (not signed) or failed",
  labelNames: ["outcome"] as const,
  registers,
});

for (const outcome of ["applied", "unchanged", "refused", "failed"]) {
  webhookOutcomes.inc({ outcome }, 0);
}

export const mailTries = new Counter({
  name: "studbook_mails_total",
  help: "Tries to send a mail by result: sent, failed (to be tried again), given_up, or pointless by now",
  labelNames: ["result"] as const,
  registers,
});

for (const result of ["sent", "failed", "given_up", "pointless"]) mailTries.inc({ result }, 0);

export const jobRuns = new Histogram({
  name: "studbook_job_duration_seconds",
  help: "Runs of jobs by name and outcome (ok or failed)",
  labelNames: ["task", "outcome"] as const,
  buckets: JOB_SECONDS,
  registers,
});

export const jobSuccess = new Gauge({
  name: "studbook_job_last_success_timestamp_seconds",
  help: "When this server last finished the job",
  labelNames: ["task"] as const,
  registers,
});
