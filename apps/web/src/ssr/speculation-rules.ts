import { SHARED_PAGES } from "@studbook/domain/pages";

/**
 * Lets browsers prerender the documents for everyone when a link to one is hovered. Once the page is hydrated, its router
 * prepares the next page instead (src/boot sets `data-hydrated`).
 */
export const SPECULATION_RULES = JSON.stringify({
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
