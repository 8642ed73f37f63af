import type { Page } from "@playwright/test";
import { SAMPLE_AD_IDS, SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { untilHydrated } from "../page.ts";
import { LONG_WORD } from "./long-names.ts";
import { AD_CALL, type Ad, alterAd, failCalls, getAd, type State } from "./state.ts";

async function openAd(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Follows a card on /search, so that the browser requests the ad. */
async function followCard(page: Page): Promise<void> {
  await page.goto("/search");
  await untilHydrated(page);
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await page.waitForURL(/\/ad\//);
}

async function openAlteredAd(page: Page, change: (ad: Ad) => Ad): Promise<void> {
  await alterAd(page, change);
  await followCard(page);
  await page.getByRole("heading", { name: "Contact the owner" }).waitFor();
}

const hasPhotos = (count: number) => (ad: Ad) =>
  ad.images.length === count && !SAMPLE_AD_IDS.some((id) => id === ad.id);

async function openAdWithPhotos(page: Page, count: number): Promise<void> {
  const { id } = await getAd(page, hasPhotos(count));
  await openAd(page, `/ad/${id}`);
}

export const AD_STATES: State[] = [
  { name: "ad", open: (page) => openAdWithPhotos(page, 3) },
  { name: "ad-one-photo", open: (page) => openAdWithPhotos(page, 1) },
  {
    name: "ad-no-photo",
    async open(page) {
      await openAlteredAd(page, (ad) => ({ ...ad, images: [] }));
      await page.getByText("No images available").waitFor();
    },
  },
  {
    name: "ad-broken-photo",
    statuses: [404],
    async open(page) {
      const { id } = await getAd(page, hasPhotos(2));
      await page.route("**/photos/**", (route) => route.fulfill({ status: 404, body: "" }));
      await openAd(page, `/ad/${id}`);
      await page.getByText("No image").first().waitFor();
    },
  },
  { name: "ad-sample", open: (page) => openAd(page, `/ad/${SAMPLE_AD_IDS[0]}`) },
  {
    name: "ad-related",
    screenshot: "last screen",
    async open(page) {
      await openAd(page, `/ad/${SAMPLE_AD_IDS[0]}`);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await page.getByRole("heading", { name: "Similar studs" }).waitFor();
    },
  },
  { name: "owner", open: (page) => openAd(page, `/owners/${SAMPLE_OWNER_ID}`) },
  { name: "print-sheet", open: (page) => openAd(page, `/ad/${SAMPLE_AD_IDS[0]}/print`) },
  {
    name: "ad-long-name",
    open: (page) =>
      openAlteredAd(page, (ad) => ({
        ...ad,
        dogName: LONG_WORD,
        description: `${LONG_WORD} ${ad.description}`,
        ownerName: LONG_WORD,
        ownerEmail: `${LONG_WORD}@${"subdomain.".repeat(12)}example.com`,
      })),
  },
  {
    name: "ad-not-found",
    statuses: [404],
    async open(page) {
      await openAd(page, "/ad/00000000-0000-4000-8000-000000000000");
      await page.getByRole("heading", { name: "Ad Not Found" }).waitFor();
    },
  },
  {
    name: "ad-loading",
    async open(page) {
      await page.route(AD_CALL, () => new Promise<void>(() => undefined));
      await followCard(page);
      await page.getByRole("status", { name: "Loading the ad" }).waitFor();
    },
  },
  {
    name: "ad-error",
    statuses: [500],
    // React logs errors that an error boundary catches.
    failures: ["TRPCClientError"],
    async open(page) {
      await failCalls(page, AD_CALL);
      await followCard(page);
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    },
  },
];
