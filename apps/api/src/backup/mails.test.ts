import { join } from "node:path";
import { createUser } from "@studbook/db/test/factories";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp, createInstallation, type Installation } from "../../test/installation.ts";
import { PostOffice } from "../../test/post-office.ts";
import { remindMembers } from "../mail/mail-jobs.ts";
import { restoreBackup } from "./restore-backup.ts";

const DAY_MS = 86_400_000;

let source: Installation;
let target: Installation;
let office: PostOffice;
beforeEach(async () => {
  source = await createInstallation();
  target = await createInstallation();
  office = new PostOffice();
});
afterEach(async () => {
  await office.close();
  await source.drop();
  await target.drop();
});

it("nothing is mailed again by what was restored, sent or not", async () => {
  await office.open(source);
  await office.startWorker();
  const { id } = await createUser(source.db, {
    email: "ann@example.com",
    verifiedEmail: "ann@example.com",
    membershipTier: "premium",
    membershipExpiresAt: new Date(Date.now() + 5 * DAY_MS),
  });
  await remindMembers(office);
  await office.queue(id);
  await office.settle();
  expect(office.server.received).toHaveLength(2);
  await office.stopWorkers();
  await office.queue(id);
  const path = join(source.folder, "backup.tar");
  await backUp(source, path);
  await office.close();

  await restoreBackup(target, path);
  office = new PostOffice();
  await office.open(target);
  expect(await office.mails()).toHaveLength(3);
  await office.startWorker();
  await remindMembers(office);
  await office.settle();
  await office.pass(60, 20);
  expect(office.server.received).toEqual([]);

  await office.queue(id);
  await office.settle();
  expect(office.server.received).toHaveLength(1);
});
