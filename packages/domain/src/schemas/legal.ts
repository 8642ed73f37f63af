import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

export const LegalPageAsked = strictObject({
  name: z.enum(["privacy", "terms"], { error: "The page must be privacy or terms" }),
});

export type LegalPageName = z.output<typeof LegalPageAsked>["name"];

/** A page of the operator's as HTML that only the Markdown renderer has made. */
export const LegalPage = z.object({ html: z.string() });
