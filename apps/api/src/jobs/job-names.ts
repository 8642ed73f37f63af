/** Every job that a schedule runs. Each is a queue of its own, which `studbook migrate` makes. */
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
