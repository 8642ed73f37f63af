import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { usePostOffice } from "../../test/post-office.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

const officeOf = usePostOffice();

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-mail-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it("a server killed between delivery and record: another sends again, under the same Message-ID", async () => {
  const office = officeOf();
  const { server, test } = office;
  const { id } = await office.member();
  // With an admin there, a server in demo mode has nothing to load.
  await office.member({ username: "admin", email: null });
  await office.startWorker();
  await office.stopWorkers();
  await office.queue(id);

  const doomed = startServer(test.url, server.url);
  const ended = once(doomed, "exit");
  // Kept by the mail server, but the sender has not been told so yet.
  server.onKept = async () => {
    doomed.kill("SIGKILL");
    await ended;
  };
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(server.received).toHaveLength(1);
  expect(await office.mails()).toMatchObject([{ sentAt: null, givenUpAt: null }]);

  server.onKept = undefined;
  await office.startWorker();
  await office.pass(10);
  const [row] = await office.mails();
  expect(row?.sentAt).toBeInstanceOf(Date);
  const ids = server.received.map(({ headers }) => headers["message-id"]);
  expect(ids).toEqual([row?.messageId, row?.messageId]);
  await office.pass(60, 10);
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
