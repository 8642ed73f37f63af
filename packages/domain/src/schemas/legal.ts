import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

export const LEGAL_PAGES = ["privacy", "terms"] as const;

export const LegalPageRequest = strictObject({
  name: z.enum(LEGAL_PAGES, { error: "The page must be privacy or terms" }),
});

export type LegalPageName = z.output<typeof LegalPageRequest>["name"];

/** The operator's privacy policy or terms. The Markdown renderer wrote the HTML, so it is safe to insert. */
export const LegalPage = z.object({ html: z.string() });
