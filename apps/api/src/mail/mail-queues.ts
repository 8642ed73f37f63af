import { z } from "@studbook/domain/schemas/z";
import type { Enqueue } from "../jobs/boss.ts";
import type { Queue } from "../jobs/queue.ts";
import { deliverMail, type MailParts } from "./deliver-mail.ts";
import { MAIL_QUEUE } from "./queue-mail.ts";
import { RESET_QUEUE, sendResetLinks } from "./send-reset-links.ts";

/** From half a minute apart to an hour, 40 times: over a day. */
const RETRIED = {
  retryLimit: 40,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Longer than the slowest conversation with a mail server.
  expireInSeconds: 180,
};

const SEND_MAIL = {
  name: MAIL_QUEUE,
  options: { ...RETRIED, deleteAfterSeconds: 24 * 60 * 60 },
};

// What was typed is kept no longer than it takes.
const RESET_PASSWORD = {
  name: RESET_QUEUE,
  options: { ...RETRIED, deleteAfterSeconds: 60 },
};

/** Each is a lookup, which costs less than taking it from the queue. Whoever floods the queue shares the cost of that. */
const RESETS_AT_ONCE = 20;

/** The queues of mails. */
export const MAIL_QUEUES = [SEND_MAIL, RESET_PASSWORD] as const;

const MailWork = z.object({ mailId: z.string() });
const ResetWork = z.object({ account: z.string() });

/** The work of sending mails, for a server that runs. */
export function listMailQueues(parts: MailParts & { enqueue: Enqueue }): Queue[] {
  return [
    {
      ...SEND_MAIL,
      run: ({ data, isLastTry }) => deliverMail(parts, MailWork.parse(data).mailId, isLastTry),
    },
    {
      ...RESET_PASSWORD,
      batchSize: RESETS_AT_ONCE,
      run: ({ id, data }) => sendResetLinks(parts, id, ResetWork.parse(data).account),
    },
  ];
}
