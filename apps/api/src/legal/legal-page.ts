import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LegalPageName } from "@studbook/domain/schemas/legal";
import MarkdownIt from "markdown-it";
import type { Config } from "../config.ts";

const SHIPPED = fileURLToPath(new URL("../../assets/legal/", import.meta.url));

// HTML in a file is shown as the text it is, and addresses that run scripts are no links.
const markdown = new MarkdownIt("commonmark", { html: false });

/**
 * A page of the operator's: the Markdown file of its name in LEGAL_DIR, or the one that ships, read anew
 * each time. `{{supportEmail}}` and `{{publicUrl}}` in it stand for the settings.
 */
export async function renderLegalPage(
  name: LegalPageName,
  config: Pick<Config, "legalDir" | "supportEmail" | "publicUrl">,
): Promise<string> {
  const text =
    (config.legalDir === undefined ? undefined : await readIfThere(config.legalDir, name)) ??
    (await readFile(join(SHIPPED, `${name}.md`), "utf8"));
  const { supportEmail, publicUrl } = config;
  return markdown.render(
    text.replaceAll("{{supportEmail}}", supportEmail).replaceAll("{{publicUrl}}", publicUrl),
  );
}

async function readIfThere(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, `${name}.md`), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
