type Party = { name: string; address: string };

/** A mail as it leaves. */
type OutgoingMail = {
  from: Party;
  to: Party;
  subject: string;
  text: string;
  html: string;
  /** '<id@host>' */
  messageId: string;
  date: Date;
};

export type Mailer = {
  /**
   * Hands a mail over.
   *
   * @throws MailRefused when this recipient will never get it
   * @throws MailFailed when it may be tried again
   */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Says where mails go, if that can be reached; throws an error that says why not. */
  check(): Promise<string>;
};

/** Mail servers repeat addresses in what they answer, so none of their words are kept. */
export class MailFailed extends Error {
  override name = "MailFailed";
}

/** The server has said for good that this recipient gets no mail. */
export class MailRefused extends Error {
  override name = "MailRefused";
}
