type Mailbox = { name: string; address: string };

/** An email that is ready to be sent. */
type OutgoingEmail = {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** '<id@host>' */
  messageId: string;
  date: Date;
};

export type Mailer = {
  /**
   * Sends an email.
   *
   * @throws RecipientRejectedError if this recipient will never accept it
   * @throws MailDeliveryError if a later attempt may succeed
   */
  deliver(email: OutgoingEmail): Promise<void>;
  /** Checks the connection and returns where emails go. Throws an error that gives the reason if it fails. */
  check(): Promise<string>;
};

/** Its message never contains the mail server's response, which may repeat the address. */
export class MailDeliveryError extends Error {
  override name = "MailDeliveryError";
}

/** The mail server has permanently rejected this recipient. */
export class RecipientRejectedError extends Error {
  override name = "RecipientRejectedError";
}
