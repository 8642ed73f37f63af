/** The scheduled jobs. Each has its own queue, which `studbook migrate` creates. */
export const JOB_NAMES = [
  "delete-unused-photos",
  "delete-expired-sessions",
  "delete-ended-tries",
  "delete-unused-devices",
  "delete-ended-upload-attempts",
  "make-photos-private",
  "reconcile-payments",
  "delete-old-stripe-events",
  "remind-members",
  "delete-old-mails",
] as const;

export type JobName = (typeof JOB_NAMES)[number];
