import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  /** The envelope's sender and recipients. */
  from: string;
  to: string[];
  headers: Record<string, string>;
  /** The whole message, decoded from quoted-printable. */
  body: string;
};

/** A local SMTP server that records the emails it receives. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  /** The number of connections so far, including rejected ones. */
  connections = 0;
  /** The response that rejects every recipient; undefined to accept them. */
  refusal: { code: number; message: string } | undefined;
  /** Called with a received email before the sender gets its confirmation. */
  onReceived: ((mail: ReceivedMail) => Promise<void>) | undefined;
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Starts listening; on the same port as before if it was closed. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      closeTimeout: 500,
      onConnect: (_session, callback) => {
        this.connections++;
        callback();
      },
      onRcptTo: ({ address }, _session, callback) => {
        if (!this.refusal) return callback();
        const { code, message } = this.refusal;
        callback(Object.assign(new Error(`${message} <${address}>`), { responseCode: code }));
      },
      onData: (stream, { envelope }, callback) => {
        const receive = async () => {
          const content = readMail(await text(stream));
          const from = envelope.mailFrom ? envelope.mailFrom.address : "";
          const mail = { ...content, from, to: envelope.rcptTo.map(({ address }) => address) };
          this.received.push(mail);
          await this.onReceived?.(mail);
        };
        receive().then(() => callback(), callback);
      },
    });
    // A sender that is killed during a delivery causes an error event, which tests expect.
    server.on("error", () => undefined);
    const listening = server.listen(this.#port, "127.0.0.1");
    await once(listening, "listening");
    const address = listening.address();
    this.#port = typeof address === "object" && address ? address.port : 0;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** Parses a message into its unfolded headers, by lowercase name, and its body, decoded from quoted-printable. */
export function readMail(raw: string): Pick<ReceivedMail, "headers" | "body"> {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, "")]),
  );
  const body = raw
    .slice(end)
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, body };
}
