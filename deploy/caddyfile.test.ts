import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const caddyfile = await readFile(new URL("Caddyfile", import.meta.url), "utf8");

/** Returns the lines between a block's first line and its closing brace. */
function blockOf(start: string): string {
  const [, indent = "", block = ""] =
    new RegExp(`^(\\t*)${RegExp.escape(start)} \\{\\n(.*?)^\\1\\}`, "ms").exec(caddyfile) ?? [];
  return block.replaceAll(`\n${indent}\t`, "\n").slice(indent.length + 1);
}

it.each(["handle @probed", "handle_errors 502 503 504", "http://"])(
  "responses of %s, which no server has sent, have the security headers",
  (start) => {
    expect(blockOf(start)).toMatch(/^import security$/m);
  },
);

it("every response of Caddy's is in one of these blocks", () => {
  const responses = (text: string) => text.match(/^\t*(?:respond|redir) /gm)?.length ?? 0;
  const blocks = ["(unavailable)", "handle @probed", "handle_errors 502 503 504", "http://"];
  const covered = blocks.reduce((sum, start) => sum + responses(`\t${blockOf(start)}`), 0);
  expect(covered).toBe(responses(caddyfile));
});

it("asks browsers to use HTTPS only over HTTPS, and forbids scripts and frames", () => {
  const security = blockOf("(security)");
  expect(security).toContain("@encrypted protocol https\n");
  expect(security).toMatch(/^header @encrypted Strict-Transport-Security max-age=31536000$/m);
  expect(security).toContain("X-Content-Type-Options nosniff\n");
  expect(security).toContain("default-src 'none'");
  expect(security).toContain("frame-ancestors 'none'");
});
