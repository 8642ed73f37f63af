/** Mail servers repeat addresses in what they answer, so none of their words are kept. */
export class MailFailed extends Error {
  override name = "MailFailed";
}

/** The server has said for good that this recipient gets no mail. */
export class MailRefused extends Error {
  override name = "MailRefused";
}
