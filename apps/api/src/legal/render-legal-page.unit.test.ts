import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { formatPrice, PLANS } from "@studbook/domain/plans";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLegalDir, renderLegalPage } from "./render-legal-page.ts";

const settings = { supportEmail: "help@kennel.example", publicUrl: "https://kennel.example" };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studbook-legal-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (legalDir: string | undefined, name: "privacy" | "terms" = "privacy") =>
  renderLegalPage(name, { ...settings, legalDir });
const write = (text: string) => writeFile(join(folder, "privacy.md"), text);

describe("the default pages", () => {
  it.each(["privacy", "terms"] as const)(
    "%s contains the support address and no placeholders",
    async (name) => {
      const html = await render(undefined, name);
      expect(html).toMatch(new RegExp(`^<h1>${name}</h1>`, "i"));
      expect(html).toContain('<a href="mailto:help@kennel.example">help@kennel.example</a>');
      expect(html).not.toMatch(/\{\{|style=/);
    },
  );

  it("names the prices and limits of the plans", async () => {
    const [basic, premium] = [formatPrice("basic"), formatPrice("premium")];
    expect(await render(undefined, "terms")).toContain(
      `Basic costs ${basic} a year for one listing, and Premium ${premium} a year for unlimited listings. ` +
        `Each listing can have up to ${MAX_PHOTOS_PER_AD} photos.`,
    );
    expect([PLANS.basic.adLimit, PLANS.premium.adLimit]).toEqual([1, null]);
  });
});

describe("the operator's own page", () => {
  it("replaces the default page and follows changes of its file", async () => {
    await write("# Ours\n\nAt {{publicUrl}}.");
    expect(await render(folder)).toBe("<h1>Ours</h1>\n<p>At https://kennel.example.</p>\n");
    await write("# Ours, changed");
    expect(await render(folder)).toBe("<h1>Ours, changed</h1>\n");
    expect(await render(folder, "terms")).toMatch(/^<h1>Terms/);
    expect(await render(join(folder, "none"))).toMatch(/^<h1>Privacy/);
  });

  it("is required in LEGAL_DIR, so that a wrong path is noticed", async () => {
    await write("# Ours");
    await expect(checkLegalDir(folder)).resolves.toBeUndefined();
    await expect(checkLegalDir(join(folder, "none"))).rejects.toThrow(
      `LEGAL_DIR: ${folder}/none contains neither privacy.md nor terms.md.`,
    );
    const inFile = checkLegalDir(join(folder, "privacy.md"));
    await expect(inFile).rejects.toThrow(/^LEGAL_DIR: ENOTDIR.*privacy\.md/);
  });

  it.each([
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "<!-- <script> -->",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
  ])("cannot inject HTML or scripts: %s", async (text) => {
    await write(text);
    const html = await render(folder);
    expect(html).not.toMatch(/<script|<img|<!--|href="(?:javascript|data)/i);
  });
});
