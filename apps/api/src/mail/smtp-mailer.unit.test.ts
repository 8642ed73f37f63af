import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it } from "vitest";
import { MailDeliveryError } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

const mail = {
  from: { name: "Studbook", address: "mail@studbook.test" },
  to: { name: "", address: "ann@example.com" },
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  messageId: "<one@studbook.test>",
  date: new Date(),
};

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** Starts a TLS server that accepts one password. */
async function startServer(): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const server = new SMTPServer({
    secure: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (password === "p@ss") callback(null, { user: `${username}` });
      else callback(Object.assign(new Error("No, ann@example.com"), { responseCode: 535 }));
    },
    onData: (stream, { user }, callback) => {
      stream.resume();
      received.push(`${user}`);
      stream.on("end", () => callback());
    },
  });
  server.on("error", () => undefined);
  closes.push(() => server.close());
  return { port: await listen(server.server), received };
}

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address() satisfies AddressInfo | string | null;
  return typeof address === "object" && address ? address.port : 0;
}

const urlOf = (port: number, password: string) =>
  `smtps://studbook:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;

it("signs in over TLS, and its check sends nothing", async () => {
  const { port, received } = await startServer();
  const mailer = createSmtpMailer(urlOf(port, "p%40ss"));
  expect(await mailer.check()).toBe(`SMTP at 127.0.0.1:${port}`);
  expect(received).toEqual([]);
  await mailer.deliver(mail);
  expect(received).toEqual(["studbook"]);
});

it("reports a refused password as a temporary error without the server's response", async () => {
  const { port } = await startServer();
  const mailer = createSmtpMailer(urlOf(port, "wrong"));
  const expected = new MailDeliveryError("EAUTH AUTH PLAIN 535");
  await expect(mailer.deliver(mail)).rejects.toStrictEqual(expected);
  await expect(mailer.check()).rejects.toThrow(/^127\.0\.0\.1:\d+: EAUTH AUTH PLAIN 535$/);
});

it("refuses an untrusted certificate", async () => {
  const { port } = await startServer();
  const url = `smtps://studbook:p%40ss@127.0.0.1:${port}`;
  await expect(createSmtpMailer(url).deliver(mail)).rejects.toThrow(MailDeliveryError);
});

it("sends the password without TLS only to the same machine", async () => {
  const passwords: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) => {
      passwords.push(`${password}`);
      callback(null, { user: "studbook" });
    },
  });
  server.on("error", () => undefined);
  closes.push(() => server.close());
  const port = await listen(server.server, "0.0.0.0");
  const remote = createSmtpMailer(`smtp://studbook:secret@127.0.0.2:${port}`);
  await expect(remote.deliver(mail)).rejects.toThrow(/ETLS|STARTTLS/);
  expect(passwords).toEqual([]);
  await createSmtpMailer(`smtp://studbook:secret@127.0.0.1:${port}`).deliver(mail);
  expect(passwords).toEqual(["secret"]);
});

it("times out if the server never responds", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  const port = await listen(server);
  closes.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const delivery = createSmtpMailer(`smtp://127.0.0.1:${port}`, 200).deliver(mail);
  await expect(delivery).rejects.toThrow(/^ETIMEDOUT/);
});
