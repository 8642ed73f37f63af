import type { Page } from "@playwright/test";
import { untilHydrated } from "../page.ts";
import { AD_STATES } from "./ad-states.ts";
import { SEARCH_STATES } from "./search-states.ts";
import type { State } from "./state.ts";

/** The smallest width in pixels at which the header has links instead of a menu. */
const NAV_WIDTH = 900;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** The states of the public pages. */
export const STATES: State[] = [
  { name: "home", open: (page) => open(page, "/") },
  ...SEARCH_STATES,
  ...AD_STATES,
  { name: "contact", open: (page) => open(page, "/contact") },
  { name: "credits", open: (page) => open(page, "/credits") },
  { name: "privacy", open: (page) => open(page, "/privacy") },
  { name: "terms", open: (page) => open(page, "/terms") },
  { name: "404", statuses: [404], open: (page) => open(page, "/no/such/page") },
  {
    name: "menu",
    maxWidth: NAV_WIDTH - 1,
    screenshot: "first screen",
    async open(page) {
      await open(page, "/search");
      await untilHydrated(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
    },
  },
];
