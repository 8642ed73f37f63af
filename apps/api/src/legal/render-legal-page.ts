import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEGAL_PAGES, type LegalPageName } from "@studbook/domain/schemas/legal";
import MarkdownIt from "markdown-it";
import { type Config, ConfigError } from "../config.ts";
import { isMissing } from "../file-errors.ts";

const DEFAULTS_DIR = fileURLToPath(new URL("../../assets/legal/", import.meta.url));

// Escapes HTML in the file and ignores links that would run scripts.
const markdown = new MarkdownIt("commonmark", { html: false });

/** @throws ConfigError if LEGAL_DIR is set, and contains no legal page or one that cannot be read */
export async function checkLegalDir(legalDir: string | undefined): Promise<void> {
  if (legalDir === undefined) return;
  const reading = LEGAL_PAGES.map((name) => readIfExists(legalDir, name));
  const pages = await Promise.all(reading).catch((error: Error) => {
    throw new ConfigError(`LEGAL_DIR: ${error.message}`);
  });
  if (pages.every((text) => text === undefined))
    throw new ConfigError(`LEGAL_DIR: ${legalDir} contains neither privacy.md nor terms.md.`);
}

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
    if (isMissing(error)) return undefined;
    throw error;
  }
}
