import type { Audience, CallApi, RenderRequest } from "@studbook/api/page-contract";
import { describe, expect, test } from "vitest";
import { fakeAd, fakeCall } from "../test/fake-api.ts";
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
  now: "2026-11-21T12:00:00.000Z",
};

/** Renders an address for a request with or without a session cookie and records the calls it makes. */
async function visit(url: string, { audience, me = user }: { audience: Audience; me?: unknown }) {
  const calls: string[] = [];
  const answer = fakeCall([fakeAd(1)]);
  const call: CallApi = async (path, type, input) => {
    calls.push(path);
    return path === "auth.me" ? me : await answer(path, type, input);
  };
  const request: RenderRequest = {
    url,
    settings: {
      origin: "https://studbook.example",
      today: "2026-11-21",
      supportEmail: "help@studbook.example",
    },
    audience,
    call,
    manifest: {
      "src/main.tsx": { file: "assets/main.js" },
      "src/boot/boot.ts": { file: "assets/boot.js" },
      "style.css": { file: "assets/style.css" },
    },
  };
  return { result: await entry.render(request), calls };
}

describe("for everyone", () => {
  test("renders the links of guests, members and admins without asking who is signed in", async () => {
    const { result, calls } = await visit("/search", { audience: "everyone" });
    expect(calls).toEqual(["ads.searchSummaries"]);
    for (const path of ["/login", "/my-ads", "/admin", "/account"]) {
      expect(result).toMatchObject({ html: expect.stringContaining(`href="${path}"`) });
    }
    expect(result).toMatchObject({ html: expect.not.stringContaining("auth") });
  });
});

describe("without a session cookie", () => {
  test("renders only a guest's links without asking who is signed in", async () => {
    const { result, calls } = await visit("/login", { audience: "guest" });
    expect(calls).toEqual([]);
    expect(result).toMatchObject({ html: expect.stringContaining('href="/login"') });
    expect(result).toMatchObject({ html: expect.not.stringContaining('href="/my-ads"') });
  });

  test.each([
    ["/account", "%2Faccount"],
    ["/my-ads", "%2Fmy-ads"],
    ["/create-ad", "%2Fcreate-ad"],
    ["/edit-ad/42", "%2Fedit-ad%2F42"],
  ])("redirects %s to /login with the way back", async (url, next) => {
    const { result } = await visit(url, { audience: "guest" });
    expect(result).toEqual({ kind: "redirect", status: 307, location: `/login?next=${next}` });
  });
});

describe("with a session cookie", () => {
  test("asks once who is signed in and shows the username", async () => {
    const { result, calls } = await visit("/account", { audience: "session" });
    expect(calls.filter((path) => path === "auth.me")).toHaveLength(1);
    expect(result).toMatchObject({ status: 200, html: expect.stringContaining("dale.hutchins") });
  });

  test.each([
    ["has expired by the database's clock, whatever the server's clock shows", 1000],
    ["has not expired by the database's clock", -1000],
  ])("shows a membership that %s", async (_, ms) => {
    // A year ahead of the server's clock.
    const expiresAt = new Date(Date.now() + 365 * 86_400_000);
    const now = new Date(expiresAt.getTime() + ms).toISOString();
    const me = { ...user, membershipTier: "premium", membershipExpiresAt: expiresAt, now };
    const { result } = await visit("/create-ad", { audience: "session", me });
    if (result.kind !== "page") throw new Error("Expected a page");
    expect(result.html.includes("Your membership has expired")).toBe(ms > 0);
    expect(result.html.includes("<textarea")).toBe(ms < 0);
  });

  test("treats an expired session as a guest", async () => {
    const { result } = await visit("/account", { audience: "session", me: null });
    expect(result).toMatchObject({ kind: "redirect", location: "/login?next=%2Faccount" });
  });

  test.each([
    ["/login", "/account"],
    ["/login?next=%2Fmy-ads", "/my-ads"],
    ["/login?next=%2Fcheckout%3Ftier%3Dbasic", "/checkout?tier=basic"],
    ["/login?next=https%3A%2F%2Fevil.example", "/account"],
    ["/login?next=%2F%2Fevil.example", "/account"],
    ["/login?next=%2F%5Cevil.example", "/account"],
  ])("redirects a signed-in user from %s to %s", async (url, location) => {
    const { result } = await visit(url, { audience: "session" });
    expect(result).toEqual({ kind: "redirect", status: 307, location });
  });
});
