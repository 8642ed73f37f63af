import { SHARED_PAGES } from "@studbook/domain/pages";
import type { FastifyInstance } from "fastify";

export const SPECULATION_RULES_PATH = "/speculation-rules.json";

/**
 * Lets browsers prerender the documents for everyone when a link to one is hovered. Once the page is hydrated, its router
 * prepares the next page instead (src/boot of the web app sets `data-hydrated`).
 */
const RULES = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          {
            href_matches: SHARED_PAGES.map((page) => ({ pathname: page.replace(/\$\w+/, ":id") })),
          },
          { selector_matches: ":root:not([data-hydrated]) a:not([data-needs-scripts])" },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/** Serves the rules that documents name in their `Speculation-Rules` header. */
export function registerSpeculationRules(app: FastifyInstance): void {
  app.get(SPECULATION_RULES_PATH, async (_request, reply) =>
    reply
      .header("Cache-Control", "public, max-age=86400")
      .type("application/speculationrules+json")
      .send(RULES),
  );
}
