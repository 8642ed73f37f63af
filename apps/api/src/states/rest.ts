import type { Mount } from "../http/mount.ts";

/** The list of states. */
export function mountStates(mount: Mount): void {
  mount("GET /states", {
    procedure: "states.list",
    tag: "Ads",
    summary: "List the states",
    description:
      "Returns the 50 states in alphabetical order, each with the number of its public ads.",
    isRevalidated: true,
    response: {
      description: "All states.",
      example: [{ code: "NY", name: "New York", slug: "new-york", count: 42 }],
    },
  });
}
