import type { Page } from "@playwright/test";
import { untilHydrated } from "../page.ts";
import { LONG_NAME, LONG_WORD } from "./long-names.ts";
import {
  alterResponses,
  failCalls,
  SEARCH_CALL,
  type SearchResponse,
  type State,
} from "./state.ts";

async function openSearch(page: Page, query = ""): Promise<void> {
  await page.goto(`/search${query}`);
  await page.getByRole("heading", { level: 1, name: "Search Stud Services" }).waitFor();
}

/** Also works before hydration, since the page applies the selection later. */
async function chooseBreed(page: Page, breed: string): Promise<void> {
  await page.getByLabel("Breed").selectOption(breed);
}

const listing = (page: Page) =>
  page.getByRole("list", { name: "Listings" }).getByRole("listitem").first();

export const SEARCH_STATES: State[] = [
  { name: "search", open: (page) => openSearch(page) },
  {
    name: "search-filtered",
    async open(page) {
      await openSearch(page, "?breed=Golden+Retriever&state=MT");
      await page.getByRole("list", { name: "Active filters" }).waitFor();
    },
  },
  {
    name: "search-unknown",
    async open(page) {
      await openSearch(page, "?breed=corgy&state=texs");
      await page.getByText("is not a breed").waitFor();
    },
  },
  {
    name: "search-empty",
    async open(page) {
      await openSearch(page, "?breed=Other&state=WY");
      await page.getByText("No studs found matching your criteria.").waitFor();
    },
  },
  {
    name: "search-loading",
    async open(page) {
      await openSearch(page);
      await page.route(SEARCH_CALL, () => new Promise<void>(() => undefined));
      await chooseBreed(page, "Boxer");
      await page.getByRole("list", { name: "Loading listings" }).waitFor();
    },
  },
  {
    name: "search-error",
    statuses: [500],
    async open(page) {
      await openSearch(page);
      await failCalls(page, SEARCH_CALL);
      await chooseBreed(page, "Boxer");
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    },
  },
  {
    name: "offline",
    failures: ["net::ERR_INTERNET_DISCONNECTED"],
    async open(page) {
      await openSearch(page);
      await untilHydrated(page);
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await chooseBreed(page, "Boxer");
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    },
  },
  {
    name: "search-long-names",
    async open(page) {
      await openSearch(page);
      await alterResponses<SearchResponse>(page, SEARCH_CALL, (data) => ({
        ...data,
        items: data.items.map((ad, index) => ({
          ...ad,
          dogName: [LONG_WORD, LONG_NAME][index] ?? ad.dogName,
          studFee: index === 0 ? 1_000_000 : ad.studFee,
          images: index === 2 ? [] : ad.images,
        })),
      }));
      await chooseBreed(page, "Labrador Retriever");
      await listing(page).filter({ hasText: LONG_WORD }).waitFor();
    },
  },
  {
    name: "search-hundreds",
    screenshot: "last screen",
    async open(page) {
      await openSearch(page, "?pages=5");
      await page.getByText(/^Showing 120 of/).waitFor();
    },
  },
];
