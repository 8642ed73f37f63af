import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { z } from "@studbook/domain/schemas/z";
import { type Reply, send } from "./get.ts";
import type { Filters, Shown } from "./history.ts";

/** A public read. */
export type Question =
  | { kind: "REST ad" | "tRPC ad" | "ad page"; adId: string }
  | { kind: "REST search" | "tRPC search" | "summaries"; filters: Filters; limit: number }
  | { kind: "search page"; filters: Filters }
  | { kind: "breeds" }
  | { kind: "home page" };

export type ReadResult = Reply & { shown: Shown | undefined };

const Ad = z.object({ id: z.string(), dogName: z.string() });
const Ads = z.array(Ad);
const result = <Data extends z.ZodType>(data: Data) => z.object({ result: z.object({ data }) });
const AdResult = result(Ad);
const SearchData = z.object({ items: Ads, total: z.number() });
const SearchResult = result(SearchData);
const Breeds = z.array(z.object({ name: z.string(), count: z.number() }));
const HomeState = z.object({ settings: z.object({ today: z.string() }) });
const SearchState = z.object({
  responses: z
    .tuple([z.tuple([z.unknown(), z.object({ pages: z.tuple([SearchData]) })])])
    .optional(),
});

/** Asks a server. `shown` is undefined if it failed, or if a page could not be rendered and is empty. */
export async function ask(baseUrl: string, question: Question, cookie = ""): Promise<ReadResult> {
  const reply = await send(baseUrl + pathOf(question), { cookie });
  const isAnswer = reply.status === 200 || (reply.status === 404 && "adId" in question);
  return { ...reply, shown: isAnswer ? parse(question, reply) : undefined };
}

/** Returns the path and the query of a read. */
export function pathOf(question: Question): string {
  const trpc = (name: string, input: object) =>
    `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  if (question.kind === "breeds") return "/api/breeds";
  if (question.kind === "home page") return "/";
  if ("adId" in question) {
    const { kind, adId: id } = question;
    if (kind === "ad page") return `/ad/${id}`;
    return kind === "REST ad" ? `/api/ads/${id}` : trpc("ads.byId", { id });
  }
  if (question.kind === "search page") return `/search?${new URLSearchParams(question.filters)}`;
  const { filters, limit } = question;
  if (question.kind === "tRPC search") return trpc("ads.search", { ...filters, limit });
  if (question.kind === "summaries") return trpc("ads.searchSummaries", { ...filters, limit });
  return `/api/ads?${new URLSearchParams({ ...filters, limit: String(limit) })}`;
}

function parse(question: Question, { status, headers, text }: Reply): Shown | undefined {
  if (question.kind === "home page") {
    return { kind: "day", day: HomeState.parse(stateOf(text)).settings.today };
  }
  if (question.kind === "search page") return parseSearchPage(question.filters, text);
  if (question.kind === "ad page") {
    return status === 200
      ? parseAdPage(question.adId, text)
      : { kind: "one", adId: question.adId, version: undefined };
  }
  const json: unknown = JSON.parse(text);
  if (question.kind === "breeds") {
    const counts = new Map(Breeds.parse(json).map(({ name, count }) => [name, count]));
    return { kind: "breeds", counts };
  }
  if ("adId" in question) {
    const { adId } = question;
    if (status === 404) return { kind: "one", adId, version: undefined };
    const ad = question.kind === "REST ad" ? Ad.parse(json) : AdResult.parse(json).result.data;
    if (ad.id !== adId) throw new Error(`${question.kind} ${adId} returned ${ad.id}`);
    return { kind: "one", adId, version: ad.dogName };
  }
  const { filters, limit } = question;
  const { items, total } =
    question.kind === "REST search"
      ? { items: Ads.parse(json), total: Number(headers["x-total-count"]) }
      : SearchResult.parse(json).result.data;
  return { kind: "list", filters, limit, total, versions: items.map(({ dogName }) => dogName) };
}

/** The texts of the page and the data in it must be of one version. */
function parseAdPage(adId: string, html: string): Shown | undefined {
  const [version, ...others] = new Set(Array.from(html.matchAll(/version \d+/g), ([text]) => text));
  if (others.length > 0) throw new Error(`The page of ${adId} shows ${version} and ${others}`);
  return version === undefined ? undefined : { kind: "one", adId, version };
}

function parseSearchPage(filters: Filters, html: string): Shown | undefined {
  const { responses } = SearchState.parse(stateOf(html));
  if (!responses) return undefined;
  const [{ items, total }] = responses[0][1].pages;
  const versions = items.map(({ dogName }) => dogName);
  const cards = Array.from(html.matchAll(/<h2[^>]*>(version \d+)<\/h2>/g), ([, name]) => name);
  if (cards.join() !== versions.join()) throw new Error(`Cards ${cards} with data ${versions}`);
  return { kind: "list", filters, limit: SEARCH_PAGE_SIZE, total, versions };
}

/** Returns the data from which a page was rendered. */
function stateOf(html: string): unknown {
  const [, state] = /<script[^>]* id="__state"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  if (state === undefined) throw new Error("The page has no data");
  return JSON.parse(state);
}
