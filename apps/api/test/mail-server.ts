import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  /** Envelope and headers, as they came. */
  from: string;
  to: string[];
  headers: Record<string, string>;
  /** The whole message with its transfer encoding undone. */
  body: string;
};

/** A mail server on this machine that keeps what it accepts. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  /** How often somebody has connected, to be turned away or not. */
  connections = 0;
  /** The code and words with which a recipient is refused. */
  refusal: { code: number; words: string } | undefined;
  /** Called with a mail it has kept, before the sender is told so. */
  onKept: ((mail: ReceivedMail) => Promise<void>) | undefined;
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Listens, on the port of the last time if it has listened before. */
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
        const { code, words } = this.refusal;
        callback(Object.assign(new Error(`${words} <${address}>`), { responseCode: code }));
      },
      onData: (stream, { envelope }, callback) => {
        const keep = async () => {
          const mail = readMail(await text(stream));
          const from = envelope.mailFrom ? envelope.mailFrom.address : "";
          const kept = { ...mail, from, to: envelope.rcptTo.map(({ address }) => address) };
          this.received.push(kept);
          await this.onKept?.(kept);
        };
        keep().then(() => callback(), callback);
      },
    });
    // A sender that is killed in the midst of it is no matter here.
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

/** Headers unfolded, by their names in small letters; quoted-printable undone. */
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
