import type { RenderRequest } from "@studbook/api/page-contract";
import type { AppRouter } from "@studbook/api/router";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { describe, expect, test } from "vitest";
import { fakeAd, fakeLink } from "../test/fake-api.ts";
import { entry } from "./entry-server.tsx";

const user = {
  username: "dale.hutchins",
  email: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
  membershipTier: null,
  membershipExpiresAt: null,
  adCount: 0,
};

/** Renders an address for a request with or without a session's cookie; notes what was asked. */
async function visit(
  url: string,
  { hasSession, me = user }: { hasSession: boolean; me?: unknown },
) {
  const asked: string[] = [];
  const others = fakeLink([fakeAd(1)]);
  const link: TRPCLink<AppRouter> = (runtime) => (options) => {
    asked.push(options.op.path);
    if (options.op.path !== "auth.me") return others(runtime)(options);
    return observable((observer) => {
      observer.next({ result: { type: "data", data: me } });
      observer.complete();
    });
  };
  const request: RenderRequest = {
    url,
    settings: {
      origin: "https://studbook.example",
      today: "2026-11-21",
      supportEmail: "help@studbook.example",
    },
    hasSession,
    link,
    manifest: {
      "src/main.tsx": { file: "assets/main.js" },
      "src/theme/boot.ts": { file: "assets/theme.js" },
    },
  };
  return { result: await entry.render(request), asked };
}

describe("without a session's cookie", () => {
  test("nobody is asked who it is, and the header is a guest's", async () => {
    const { result, asked } = await visit("/search", { hasSession: false });
    expect(asked).toEqual(["ads.search"]);
    expect(result).toMatchObject({ html: expect.stringContaining('href="/login"') });
  });

  test.each([
    ["/account", "%2Faccount"],
    ["/my-ads", "%2Fmy-ads"],
    ["/create-ad", "%2Fcreate-ad"],
    ["/edit-ad/42", "%2Fedit-ad%2F42"],
  ])("%s leads to /login and names the way back", async (url, next) => {
    const { result } = await visit(url, { hasSession: false });
    expect(result).toEqual({ kind: "redirect", status: 307, location: `/login?next=${next}` });
  });
});

describe("with a session's cookie", () => {
  test("it is asked once who it is, and the name is in the document", async () => {
    const { result, asked } = await visit("/account", { hasSession: true });
    expect(asked.filter((path) => path === "auth.me")).toHaveLength(1);
    expect(result).toMatchObject({ status: 200, html: expect.stringContaining("dale.hutchins") });
  });

  test("that has ended it is a guest", async () => {
    const { result } = await visit("/account", { hasSession: true, me: null });
    expect(result).toMatchObject({ kind: "redirect", location: "/login?next=%2Faccount" });
  });

  test.each([
    ["/login", "/account"],
    ["/login?next=%2Fmy-ads", "/my-ads"],
    ["/login?next=%2Fcheckout%3Ftier%3Dbasic", "/checkout?tier=basic"],
    ["/login?next=https%3A%2F%2Fevil.example", "/account"],
    ["/login?next=%2F%2Fevil.example", "/account"],
    ["/login?next=%2F%5Cevil.example", "/account"],
  ])("%s leads on to %s", async (url, location) => {
    const { result } = await visit(url, { hasSession: true });
    expect(result).toEqual({ kind: "redirect", status: 307, location });
  });
});
