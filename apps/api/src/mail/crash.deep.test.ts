import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useOutbox } from "../../test/mail-outbox.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

const getOutbox = useOutbox();

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-mail-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it("sends an email again under the same Message-ID if the server is killed before recording it", async () => {
  const outbox = getOutbox();
  const { server, test } = outbox;
  const { id } = await outbox.member();
  // With an existing admin, a server in demo mode does not load the demo data.
  await outbox.member({ username: "admin", email: null });
  await outbox.startWorker();
  await outbox.stopWorkers();
  await outbox.queue(id);

  const crashing = startServer(test.url, server.url);
  const exited = once(crashing, "exit");
  // The mail server has accepted the email but not confirmed it yet.
  server.onReceived = async () => {
    crashing.kill("SIGKILL");
    await exited;
  };
  expect(await exited).toEqual([null, "SIGKILL"]);
  expect(server.received).toHaveLength(1);
  expect(await outbox.mails()).toMatchObject([{ sentAt: null, givenUpAt: null }]);

  server.onReceived = undefined;
  await outbox.startWorker();
  await outbox.advance(10);
  const [row] = await outbox.mails();
  expect(row?.sentAt).toBeInstanceOf(Date);
  const ids = server.received.map(({ headers }) => headers["message-id"]);
  expect(ids).toEqual([row?.messageId, row?.messageId]);
  await outbox.advance(60, 10);
  expect(server.received).toHaveLength(2);
});

function startServer(databaseUrl: string, smtpUrl: string): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      NODE_ENV: "development",
      STUDBOOK_MODE: "demo",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      STRIPE_SANDBOX_PORT: "9",
      SMTP_URL: smtpUrl,
      MAIL_FROM: "Studbook <mail@studbook.test>",
      LOG_LEVEL: "silent",
    },
  });
}
