import type { Page, Route } from "@playwright/test";

/** A page in a particular state. */
export type State = {
  /** The name of its screenshots and test, in kebab-case. */
  name: string;
  /** Brings a new page into this state and waits until it is shown. */
  open(page: Page): Promise<void>;
  /** Expected response statuses of 400 and above. */
  statuses?: number[];
  /** Texts of expected errors. */
  failures?: string[];
  /** The largest window width in pixels that has this state. */
  maxWidth?: number;
  /** What a screenshot shows. The default is the whole page. */
  screenshot?: "first screen" | "last screen";
};

export type Ad = {
  id: string;
  dogName: string;
  breed: string;
  state: string;
  images: string[];
  [field: string]: unknown;
};
export type SearchResponse = { items: Ad[]; total: number; nextCursor: string | null };

export const SEARCH_CALL = "**/trpc/ads.search*";
export const AD_CALL = "**/trpc/ads.page*";

/** Changes the data in the responses to the page's calls. */
export function alterResponses<Data>(page: Page, call: string, change: (data: Data) => Data) {
  return page.route(call, async (route) => {
    const response = await route.fetch();
    const body: { result: { data: Data } } = await response.json();
    const data = change(body.result.data);
    await route.fulfill({ response, json: { ...body, result: { ...body.result, data } } });
  });
}

/** Changes the ad in the responses that the page of an ad shows. */
export function alterAd(page: Page, change: (ad: Ad) => Ad) {
  return alterResponses<{ ad: Ad }>(page, AD_CALL, (shown) => ({
    ...shown,
    ad: change(shown.ad),
  }));
}

/** Fails the page's calls with status 500. */
export function failCalls(page: Page, call: string) {
  return page.route(call, (route: Route) => route.fulfill({ status: 500, body: "" }));
}

/** Returns the newest listed ad that matches. Throws Error if there is none. */
export async function getAd(page: Page, matches: (ad: Ad) => boolean): Promise<Ad> {
  const response = await page.request.get("/api/ads?limit=200");
  const ads: Ad[] = await response.json();
  const found = ads.find(matches);
  if (!found) throw new Error("No listed ad matches");
  return found;
}
