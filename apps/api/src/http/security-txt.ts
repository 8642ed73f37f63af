import { DAY_MS } from "@studbook/domain/day";
import { mailtoLink } from "@studbook/domain/mailto-link";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

const PATH = "/.well-known/security.txt";

/** RFC 9116 recommends less than a year. A cached copy is valid for almost as long. */
const VALID_DAYS = 180;

type SecurityTxtParts = {
  config: Pick<Config, "publicUrl" | "supportEmail">;
  clock: () => Date;
};

/** Serves the file that tells security researchers whom to contact (RFC 9116). */
export function registerSecurityTxt(
  app: FastifyInstance,
  { config, clock }: SecurityTxtParts,
): void {
  app.get(PATH, async (_request, reply) =>
    reply
      .header("Cache-Control", "public, max-age=86400")
      .type("text/plain; charset=utf-8")
      .send(renderSecurityTxt(config, clock())),
  );
}

function renderSecurityTxt(
  { publicUrl, supportEmail }: SecurityTxtParts["config"],
  now: Date,
): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  // Whole days, so that all servers send the same file.
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: ${mailtoLink(supportEmail)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}${PATH}`,
  ];
  return `${lines.join("\n")}\n`;
}
