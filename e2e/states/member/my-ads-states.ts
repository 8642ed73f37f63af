import type { Page } from "@playwright/test";
import { createListing } from "../../create-listing.ts";
import { pressAction } from "../../listing-actions.ts";
import { becomeMember, giveAds, signInAs, signUp } from "../../member.ts";
import { openPage, untilHydrated } from "../../page.ts";
import { LONG_NAME, LONG_WORD } from "../long-names.ts";
import { alterResponses, failCalls, type SearchResponse, type State } from "../state.ts";

export const MY_ADS_CALL = "**/trpc/ads.mine*";
const OLD_FACTS_CALL = "**/trpc/ads.oldFacts*";

async function open(page: Page): Promise<void> {
  await page.goto("/my-ads");
  await page.getByRole("heading", { name: "My Stud Listings" }).waitFor();
}

async function openAs(page: Page, username: string): Promise<void> {
  await page.context().clearCookies();
  await signInAs(page, username);
  await open(page);
}

/** Opens /create-ad first, so that the browser requests the listings. */
async function openFromForm(page: Page): Promise<void> {
  await page.context().clearCookies();
  await signInAs(page, "premium");
  await openPage(page, "/create-ad");
}

async function cancelForm(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "My Stud Listings" }).waitFor();
}

/** Shows the first 100 of a new user's 101 listings and the button Load more. */
export async function openFirstPage(page: Page): Promise<void> {
  await page.context().clearCookies();
  await giveAds(await signUp(page), 101);
  await open(page);
  await page.getByText("Showing 100 of 101").waitFor();
  await untilHydrated(page);
}

/** Shows a listing in every state, with titles and with old facts. */
async function openEveryState(page: Page): Promise<void> {
  await openFromForm(page);
  const states = [
    { testsStated: 3, titles: { prefix: "GCH", suffix: "JH CGC" } },
    { testsStated: undefined, availability: { status: "available", pausedUntil: "2027-01-15" } },
    { testsStated: 1, availability: { status: "available", pausedUntil: null } },
    { testsStated: 1, hiddenReason: "The photos show another dog.\nUpload your own." },
  ];
  let ids: string[] = [];
  await alterResponses<SearchResponse>(page, MY_ADS_CALL, (response) => {
    ids = response.items.map(({ id }) => id);
    return { ...response, items: response.items.map((ad, i) => ({ ...ad, ...states[i] })) };
  });
  await alterResponses<unknown>(page, OLD_FACTS_CALL, () => [
    { adId: ids[0], fact: "brucellosis", date: "2026-10-08" },
    { adId: ids[1], fact: "semen", date: "2025-09-14" },
    { adId: ids[1], fact: "eyes", date: "2024-07-09" },
  ]);
  await cancelForm(page);
  await page.getByText(/^Brucellosis test/).waitFor();
}

/** Opens the dialog that pauses a listing. */
async function openPauseDialog(page: Page): Promise<void> {
  await openAs(page, "premium");
  await untilHydrated(page);
  await pressAction(page, "Pause");
  await page.getByRole("dialog", { name: /^Pause / }).waitFor();
}

/** /my-ads by membership and number of listings. */
export const MY_ADS_STATES: State[] = [
  {
    name: "my-ads-none",
    async open(page) {
      await page.context().clearCookies();
      await signUp(page);
      await open(page);
    },
  },
  {
    name: "my-ads-empty",
    async open(page) {
      await page.context().clearCookies();
      await becomeMember(page, "premium");
      await open(page);
    },
  },
  { name: "my-ads", open: (page) => openAs(page, "basic") },
  { name: "my-ads-many", open: (page) => openAs(page, "premium") },
  { name: "my-ads-expired", open: (page) => openAs(page, "expired") },
  {
    name: "ad-expired",
    async open(page) {
      await openAs(page, "expired");
      await page.getByRole("heading", { level: 2 }).getByRole("link").first().click();
      await page.getByText("Hidden since").waitFor();
    },
  },
  { name: "my-ads-admin", open: (page) => openAs(page, "admin") },
  {
    name: "my-ads-long",
    async open(page) {
      await openFromForm(page);
      await alterResponses<SearchResponse>(page, MY_ADS_CALL, (response) => ({
        ...response,
        items: response.items.map((ad, i) => ({
          ...ad,
          dogName: i % 2 ? LONG_NAME : LONG_WORD,
          images: i === 0 ? [] : ad.images,
          studFee: 1_000_000,
        })),
      }));
      await cancelForm(page);
    },
  },
  { name: "my-ads-states", open: openEveryState },
  {
    name: "my-ads-renew",
    async open(page) {
      await openEveryState(page);
      const renew = page.getByRole("button", { name: /^Renew it/ });
      await renew.first().click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "my-ads-menu",
    maxWidth: 639,
    screenshot: "first screen",
    async open(page) {
      await openAs(page, "premium");
      await untilHydrated(page);
      await page
        .getByRole("button", { name: /^More actions for/ })
        .first()
        .click();
      await page.getByRole("menu").waitFor();
    },
  },
  { name: "my-ads-pause", screenshot: "first screen", open: openPauseDialog },
  {
    name: "my-ads-pause-problem",
    screenshot: "first screen",
    async open(page) {
      await openPauseDialog(page);
      await page.getByRole("button", { name: "Pause Listing" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "ad-paused",
    async open(page) {
      await page.context().clearCookies();
      await becomeMember(page, "premium");
      const id = await createListing(page, "Copper");
      await page.request.post(`/api/ads/${id}/pause`, { data: { until: "2027-01-15" } });
      await page.goto(`/ad/${id}`);
      await page.getByText("Paused until Jan 15, 2027").waitFor();
    },
  },
  {
    name: "my-ads-more-failed",
    statuses: [500],
    async open(page) {
      await openFirstPage(page);
      await failCalls(page, MY_ADS_CALL);
      await page.getByRole("button", { name: "Load more" }).click();
      await page.getByText("Could not load more listings").waitFor();
    },
  },
];

/** The confirmation dialogs of /my-ads. */
export const MY_ADS_DIALOGS: State[] = [
  {
    name: "my-ads-delete",
    async open(page) {
      await openAs(page, "premium");
      await untilHydrated(page);
      await pressAction(page, "Delete");
      await page.getByRole("alertdialog", { name: "Delete Listing?" }).waitFor();
    },
  },
];
