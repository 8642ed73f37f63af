import type { Page, Route } from "@playwright/test";

/** Something a visitor can see: a page, or a page in a particular state. */
export type State = {
  /** Names its pictures and tests, in kebab-case. */
  name: string;
  /** Opens a fresh page in this state and resolves when it shows. */
  open(page: Page): Promise<void>;
  /** Statuses from 400 on that belong to it. */
  statuses?: number[];
  /** Texts of network errors that belong to it. */
  failures?: string[];
  /** Pixels above which there is no such state. */
  maxWidth?: number;
  /** What a picture is taken of; the whole page unless told. */
  pictured?: "first screen" | "last screen";
};

export type Ad = { id: string; dogName: string; images: string[]; [field: string]: unknown };
export type SearchAnswer = { items: Ad[]; total: number; nextCursor: string | null };

export const SEARCH_CALL = "**/trpc/ads.search*";
export const AD_CALL = "**/trpc/ads.byId*";

/** Lets the page's calls through and changes the data of their answers. */
export function alterAnswers<Data>(page: Page, call: string, change: (data: Data) => Data) {
  return page.route(call, async (route) => {
    const response = await route.fetch();
    const body: { result: { data: Data } } = await response.json();
    const data = change(body.result.data);
    await route.fulfill({ response, json: { ...body, result: { ...body.result, data } } });
  });
}

/** Answers the page's calls with a plain server error. */
export function failCalls(page: Page, call: string) {
  return page.route(call, (route: Route) => route.fulfill({ status: 500, body: "" }));
}

/** The newest listed ad that `suits`. */
export async function getAd(page: Page, suits: (ad: Ad) => boolean): Promise<Ad> {
  const response = await page.request.get("/api/ads?limit=200");
  const ads: Ad[] = await response.json();
  const found = ads.find(suits);
  if (!found) throw new Error("No listed ad suits");
  return found;
}
