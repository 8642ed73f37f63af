import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { RequestDurations } from "./request-durations.ts";

/** The counters of this process. docs/operations.md describes what to watch. */
export const registry = new Registry();
const registers = [registry];

// increase() misses the first event of a series that starts with it, so the series of rare events start at 0.

const RESPONSE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** The route is one of a limited number of patterns, or `other`. */
export const httpRequests = new RequestDurations({
  name: "studbook_http_request_duration_seconds",
  help: "Response time in seconds by route pattern, method and status",
  labelNames: ["route", "method", "status"] as const,
  buckets: RESPONSE_SECONDS,
  registers,
});

/** Includes calls over tRPC, over REST and by pages that are being rendered. */
export const procedures = new Histogram({
  name: "studbook_procedure_duration_seconds",
  help: "Procedure call duration in seconds by name and outcome (ok or the error code)",
  labelNames: ["procedure", "outcome"] as const,
  buckets: RESPONSE_SECONDS,
  registers,
});

export const paymentResults = new Counter({
  name: "studbook_payments_total",
  help: "Payment events by result",
  labelNames: ["result"] as const,
  registers,
});

for (const result of ["paid", "declined", "canceled", "rejected", "refunded", "disputed"]) {
  paymentResults.inc({ result }, 0);
}

export const providerFailures = new Counter({
  name: "studbook_provider_failures_total",
  help: "Calls to Stripe that failed after all retries",
  labelNames: ["call"] as const,
  registers,
});

const PROVIDER_CALLS = ["create", "retrieve", "cancel", "disputes", "events"] as const;

/** The kinds of Stripe calls whose failures are counted. */
export type ProviderCall = (typeof PROVIDER_CALLS)[number];

for (const call of PROVIDER_CALLS) providerFailures.inc({ call }, 0);

export const webhookOutcomes = new Counter({
  name: "studbook_webhooks_total",
  help: "Webhooks from Stripe by outcome: applied, unchanged, refused (no valid signature) or failed",
  labelNames: ["outcome"] as const,
  registers,
});

for (const outcome of ["applied", "unchanged", "refused", "failed"]) {
  webhookOutcomes.inc({ outcome }, 0);
}

export const mailAttempts = new Counter({
  name: "studbook_mails_total",
  help: "Attempts to send an email by result: sent, failed (will be retried), given_up, or obsolete (no longer needed)",
  labelNames: ["result"] as const,
  registers,
});

for (const result of ["sent", "failed", "given_up", "obsolete"]) mailAttempts.inc({ result }, 0);

export const storageFailures = new Counter({
  name: "studbook_storage_failures_total",
  help: "Requests that failed because the photo storage was full or unavailable",
  labelNames: ["reason"] as const,
  registers,
});

for (const reason of ["full", "unavailable"]) storageFailures.inc({ reason }, 0);

export const jobRuns = new Histogram({
  name: "studbook_job_duration_seconds",
  help: "Job duration in seconds by name and outcome (ok or failed)",
  labelNames: ["task", "outcome"] as const,
  buckets: JOB_SECONDS,
  registers,
});

export const jobSuccess = new Gauge({
  name: "studbook_job_last_success_timestamp_seconds",
  help: "When this server last completed the job",
  labelNames: ["task"] as const,
  registers,
});
