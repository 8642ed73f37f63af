import { join } from "node:path";
import { createAd, createUser } from "@studbook/db/test/factories";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp, createInstallation, type Installation } from "../../test/installation.ts";
import { TestOutbox } from "../../test/mail-outbox.ts";
import { remindMembers, remindOfOldFacts } from "../mail/mail-jobs.ts";
import { restoreBackup } from "./restore-backup.ts";

const DAY_MS = 86_400_000;

let source: Installation;
let target: Installation;
let outbox: TestOutbox;
beforeEach(async () => {
  source = await createInstallation();
  target = await createInstallation();
  outbox = new TestOutbox();
});
afterEach(async () => {
  await outbox.close();
  await source.drop();
  await target.drop();
});

it("does not send restored emails again, whether they were sent or still queued", async () => {
  await outbox.open(source);
  await outbox.startWorker();
  const { id } = await createUser(source.db, {
    email: "ann@example.com",
    verifiedEmail: "ann@example.com",
    membershipTier: "premium",
    membershipExpiresAt: new Date(Date.now() + 5 * DAY_MS),
  });
  const record = { breeding: { brucellosisTestDate: "2025-01-01" } };
  await createAd(source.db, id, { record });
  await remindMembers(outbox);
  await remindOfOldFacts(outbox);
  await outbox.queue(id);
  await outbox.settle();
  expect(outbox.server.received).toHaveLength(3);
  await outbox.stopWorkers();
  await outbox.queue(id);
  const path = join(source.folder, "backup.tar");
  await backUp(source, path);
  await outbox.close();

  await restoreBackup(target, path);
  outbox = new TestOutbox();
  await outbox.open(target);
  expect(await outbox.mails()).toHaveLength(4);
  await outbox.startWorker();
  await remindMembers(outbox);
  await remindOfOldFacts(outbox);
  await outbox.settle();
  await outbox.advance(60, 20);
  expect(outbox.server.received).toEqual([]);

  await outbox.queue(id);
  await outbox.settle();
  expect(outbox.server.received).toHaveLength(1);
});
