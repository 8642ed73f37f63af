import { DAY_SECONDS } from "@studbook/domain/day";
import { z } from "@studbook/domain/schemas/z";
import type { Enqueue } from "../jobs/boss.ts";
import { type Queue, WAKING_OPTIONS } from "../jobs/process-queue.ts";
import { deliverMail, type MailParts } from "./deliver-mail.ts";
import { MAIL_QUEUE } from "./queue-mail.ts";
import { RESET_QUEUE, sendResetLinks } from "./send-reset-links.ts";

/** 40 retries, first after half a minute and finally every hour: more than a day in total. */
const RETRY_OPTIONS = {
  retryLimit: 40,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Longer than the slowest delivery to a mail server.
  expireInSeconds: 180,
  ...WAKING_OPTIONS,
};

const SEND_MAIL = {
  name: MAIL_QUEUE,
  options: { ...RETRY_OPTIONS, deleteAfterSeconds: DAY_SECONDS },
};

// The job contains what a visitor typed, so it is deleted soon after it has finished.
const RESET_PASSWORD = {
  name: RESET_QUEUE,
  options: { ...RETRY_OPTIONS, deleteAfterSeconds: 60 },
};

/** A reset is a cheap lookup, so fetching jobs in batches keeps a flooded queue moving. */
const RESET_BATCH_SIZE = 20;

export const MAIL_QUEUES = [SEND_MAIL, RESET_PASSWORD] as const;

const MailJob = z.object({ mailId: z.string() });
const ResetJob = z.object({ account: z.string() });

/** The email queues with their workers. */
export function listMailQueues(parts: MailParts & { enqueue: Enqueue }): Queue[] {
  return [
    {
      ...SEND_MAIL,
      run: ({ data, isLastAttempt }) =>
        deliverMail(parts, MailJob.parse(data).mailId, isLastAttempt),
    },
    {
      ...RESET_PASSWORD,
      batchSize: RESET_BATCH_SIZE,
      run: ({ id, data }) => sendResetLinks(parts, id, ResetJob.parse(data).account),
    },
  ];
}
