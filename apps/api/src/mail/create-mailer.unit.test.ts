import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readMail } from "../../test/mail-server.ts";
import { createFileMailer } from "./create-mailer.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studbook-mail-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("saves an email as a private file without injected headers", async () => {
  const lineBreak = "x\r\nBcc: attacker@example.com\r\n\r\n";
  await createFileMailer(join(folder, "mail")).deliver({
    from: { name: `Studbook${lineBreak}`, address: "mail@studbook.test" },
    to: { name: "", address: `ann@example.com${lineBreak}` },
    subject: `Hello${lineBreak}`,
    text: "Hello",
    html: "<p>Hello</p>",
    messageId: "<one@studbook.test>",
    date: new Date(),
  });
  const [file = ""] = await readdir(join(folder, "mail"));
  expect(file).toBe("one.eml");
  const { headers } = readMail(await readFile(join(folder, "mail", file), "utf8"));
  expect(headers["message-id"]).toBe("<one@studbook.test>");
  expect(headers).not.toHaveProperty("bcc");
  expect((await stat(join(folder, "mail", file))).mode & 0o077).toBe(0);
});
