import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LegalPageName } from "@studbook/domain/schemas/legal";
import MarkdownIt from "markdown-it";
import type { Config } from "../config.ts";

const DEFAULTS_DIR = fileURLToPath(new URL("../../assets/legal/", import.meta.url));

// Escapes HTML in the file and ignores links that would run scripts.
const markdown = new MarkdownIt("commonmark", { html: false });

/**
 * Renders a legal page as HTML from the Markdown file in LEGAL_DIR, or from the one that ships with the product. The file
 * is read on every call. `{{supportEmail}}` and `{{publicUrl}}` are replaced by the settings.
 */
export async function renderLegalPage(
  name: LegalPageName,
  config: Pick<Config, "legalDir" | "supportEmail" | "publicUrl">,
): Promise<string> {
  const text =
    (config.legalDir === undefined ? undefined : await readIfExists(config.legalDir, name)) ??
    (await readFile(join(DEFAULTS_DIR, `${name}.md`), "utf8"));
  const { supportEmail, publicUrl } = config;
  return markdown.render(
    text.replaceAll("{{supportEmail}}", supportEmail).replaceAll("{{publicUrl}}", publicUrl),
  );
}

async function readIfExists(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, `${name}.md`), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
