/** The scheduled jobs. Each has its own queue, which `studbook migrate` creates. */
export const JOB_NAMES = [
  "delete-unused-photos",
  "delete-partial-files",
  "delete-expired-sessions",
  "delete-expired-attempts",
  "delete-unused-devices",
  "delete-expired-upload-attempts",
  "make-photos-private",
  "reconcile-payments",
  "delete-old-stripe-events",
  "remind-members",
  "remind-of-old-facts",
  "delete-old-mails",
] as const;

/**
 * Names of earlier releases, whose schedules a server deletes when it starts. Their queues stay, because servers of the
 * previous release cannot start without them.
 */
export const FORMER_JOB_NAMES = ["delete-ended-tries", "delete-ended-upload-attempts"] as const;

export type JobName = (typeof JOB_NAMES)[number];
