import { z } from "@studbook/domain/schemas/z";
import { type Reply, send } from "./get.ts";
import type { Filters, Shown } from "./history.ts";

/** A public read. */
export type Question =
  | { kind: "REST ad" | "tRPC ad" | "ad page"; adId: string }
  | { kind: "REST search" | "tRPC search"; filters: Filters; limit: number }
  | { kind: "breeds" };

export type ReadResult = Reply & { shown: Shown | undefined };

const Ad = z.object({ id: z.string(), description: z.string() });
const Ads = z.array(Ad);
const result = <Data extends z.ZodType>(data: Data) => z.object({ result: z.object({ data }) });
const AdResult = result(Ad);
const SearchResult = result(z.object({ items: Ads, total: z.number() }));
const Breeds = z.array(z.object({ name: z.string(), count: z.number() }));

/** Asks a server. `shown` is undefined if it failed. */
export async function ask(baseUrl: string, question: Question, cookie = ""): Promise<ReadResult> {
  const reply = await send(baseUrl + pathOf(question), { cookie });
  const isAnswer = reply.status === 200 || (reply.status === 404 && "adId" in question);
  return { ...reply, shown: isAnswer ? parse(question, reply) : undefined };
}

function pathOf(question: Question): string {
  const trpc = (name: string, input: object) =>
    `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  if (question.kind === "breeds") return "/api/breeds";
  if ("adId" in question) {
    const { kind, adId: id } = question;
    if (kind === "ad page") return `/ad/${id}`;
    return kind === "REST ad" ? `/api/ads/${id}` : trpc("ads.byId", { id });
  }
  const { filters, limit } = question;
  if (question.kind === "tRPC search") return trpc("ads.search", { ...filters, limit });
  return `/api/ads?${new URLSearchParams({ ...filters, limit: String(limit) })}`;
}

function parse(question: Question, { status, headers, text }: Reply): Shown {
  if (question.kind === "ad page") {
    const [version] = (status === 200 && /version \d+/.exec(text)) || [undefined];
    return { kind: "one", adId: question.adId, version };
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
    return { kind: "one", adId, version: ad.description };
  }
  const { filters, limit } = question;
  const { items, total } =
    question.kind === "REST search"
      ? { items: Ads.parse(json), total: Number(headers["x-total-count"]) }
      : SearchResult.parse(json).result.data;
  return {
    kind: "list",
    filters,
    limit,
    total,
    versions: items.map(({ description }) => description),
  };
}
