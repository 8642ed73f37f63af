import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

const FOLDER = join(process.env.DATA_DIR ?? ".data", "mail");

/** Waits for the email with this subject to this address and returns its text. */
export async function receiveEmail(to: string, subject: string): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const names = await readdir(FOLDER).catch(() => []);
    const files = names.filter((name) => name.endsWith(".eml"));
    const mails = await Promise.all(files.map((name) => readFile(join(FOLDER, name), "utf8")));
    found = mails.find(
      (mail) => mail.includes(`\r\nTo: ${to}\r\n`) && mail.includes(`\r\nSubject: ${subject}`),
    );
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
  return (found ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
}

/** Returns the path of the link with a token in an email. */
export function getLinkPath(mail: string): string {
  const [, path] = /\s(?:https?:\/\/[^/\s]+)(\/[\w-]+\?token=[\w-]{43})\s/.exec(mail) ?? [];
  if (!path) throw new Error("The email has no link");
  return path;
}
