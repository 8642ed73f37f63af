import type { Member } from "../stage/site.ts";
import type { Kind } from "./load.ts";

type Message = {
  method?: string;
  path: string;
  from: string;
  accept?: string;
  cookie?: string;
  body?: object;
};

/** What a browser sends for a page. */
const PAGE = { accept: "text/html" };

/** Returns the bytes of a request. */
export function messageOf({ method = "GET", path, from, accept, cookie, body }: Message): string {
  const payload = body && JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `X-Forwarded-For: ${from}`,
    ...(accept ? [`Accept: ${accept}`] : []),
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(payload
      ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(payload)}`]
      : []),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${payload ?? ""}`;
}

/** Requests of visitors without an account. */
export function visitorKinds(
  addresses: readonly string[],
): Record<"search" | "trpc" | "page" | "ready", Kind> {
  const get = (name: string, path: string, more: Partial<Message> = {}): Kind => ({
    name,
    weight: 1,
    messages: addresses.map((from) => messageOf({ path, from, ...more })),
  });
  return {
    search: get("search", "/api/ads?limit=6"),
    trpc: get("trpc", "/trpc/ads.search?input=%7B%7D"),
    page: get("page", "/search", PAGE),
    ready: get("readyz", "/readyz"),
  };
}

/** Requests of signed-in members. */
export function memberKinds(
  members: readonly Member[],
): Record<"account" | "accountPage" | "write", Kind> {
  const get = (name: string, path: string, more: Partial<Message> = {}): Kind => ({
    name,
    weight: 1,
    messages: members.map(({ from, cookie }) => messageOf({ path, from, cookie, ...more })),
  });
  return {
    account: get("account", "/api/auth/me"),
    accountPage: get("account page", "/account", PAGE),
    write: {
      name: "write",
      weight: 1,
      messages: members.map(({ from, cookie }, n) =>
        messageOf({
          method: "PATCH",
          path: "/api/account/info",
          from,
          cookie,
          body: { firstName: `Name ${n}` },
        }),
      ),
    },
  };
}
