import type { Mount } from "../http/mount.ts";

/** The list of breeds. */
export function mountBreeds(mount: Mount): void {
  mount("GET /breeds", {
    procedure: "breeds.list",
    tag: "Ads",
    summary: "List the breeds",
    description:
      "Returns the breeds in the order of the search page, each with the number of its public ads. Other, which has no group, is the last one.",
    isRevalidated: true,
    response: {
      description: "All breeds.",
      example: [
        {
          name: "Poodle (Standard)",
          slug: "poodle-standard",
          group: "Non-Sporting",
          nicknames: ["Standard Poodle", "Poodle"],
          count: 17,
        },
        { name: "Other", slug: "other", group: null, nicknames: [], count: 2 },
      ],
    },
  });
}
