import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMail } from "../../test/mail-server.ts";
import { createFileMailer } from "./create-mailer.ts";
import { button, type Letter, text } from "./letter.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

const site = { publicUrl: "https://studbook.test", supportEmail: "help@studbook.test" };
const HOSTILE = `<img src=x onerror="alert('1')">&amp;`;

const letter: Letter = {
  subject: `About ${HOSTILE}`,
  title: `Title ${HOSTILE}`,
  blocks: [
    text(`Text ${HOSTILE}`),
    { kind: "facts", rows: [[`Label ${HOSTILE}`, `Value ${HOSTILE}`]] },
    button(`Button ${HOSTILE}`, `https://studbook.test/?x=${HOSTILE}`),
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studbook-letters-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a letter as HTML", () => {
  it("escapes all that it is told", () => {
    const html = renderHtml(letter, { ...site, supportEmail: `${HOSTILE}@studbook.test` });
    expect(html).not.toContain("<img");
    expect(html).not.toContain('onerror="');
    const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;";
    expect(html.split(escaped).length - 1).toBe(10);
  });

  it("loads nothing from anywhere", () => {
    expect(renderHtml(letter, site)).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=x>/);
  });
});

it("a letter as text says all of it", () => {
  expect(renderText(letter, site)).toBe(
    `${[
      `Title ${HOSTILE}`,
      `Text ${HOSTILE}`,
      `Label ${HOSTILE}: Value ${HOSTILE}`,
      `Button ${HOSTILE}:\nhttps://studbook.test/?x=${HOSTILE}`,
      "-- \nStudbook, studbook.test. Questions? Write to help@studbook.test.",
    ].join("\n\n")}\n`,
  );
});

it("a file of its owner's alone has no header that was smuggled in", async () => {
  const lineBreak = "x\r\nBcc: thief@example.com\r\n\r\n";
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
