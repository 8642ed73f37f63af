import { text } from "node:stream/consumers";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { prerenderToNodeStream } from "react-dom/static";
import { describe, expect, test } from "vitest";
import { Header } from "./header.tsx";
import type { NavLinksProps } from "./nav-links.tsx";

async function renderHeader(props: NavLinksProps, address = "/"): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <Header {...props} />,
      notFoundComponent: () => <Header {...props} />,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    isServer: true,
  });
  await router.load();
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />);
  return (await text(prelude)).replaceAll(/<!--.*?-->/g, "");
}

const LINK = /<(?:a|button)[^>]*>(?:<svg.*?<\/svg>)?(?:<span[^>]*>)*([^<]+)/g;

function listLabels(html: string): string[] {
  const nav = html.slice(html.indexOf("<nav"));
  return [...nav.matchAll(LINK)].map(([, label = ""]) => label);
}

describe("the header", () => {
  test("links a guest to Search, Contact and Sign In, and in the menu to Create Account", async () => {
    const html = await renderHeader({ viewer: null });
    expect(listLabels(html)).toEqual([
      "Search",
      "Contact | Information",
      "Sign In",
      "Create Account",
    ]);
  });

  test("links a member to My Ads and the account, and has a Sign Out button", async () => {
    const html = await renderHeader({ viewer: { username: "dale", isAdmin: false } });
    expect(listLabels(html)).toEqual([
      "Search",
      "Contact | Information",
      "My Ads",
      "My Account",
      "Sign Out",
    ]);
    expect(html).toMatch(/href="\/account".*dale/);
    expect(html).not.toContain("Sign In");
  });

  test("links an admin to Admin", async () => {
    const html = await renderHeader({ viewer: { username: "registrar", isAdmin: true } });
    expect(listLabels(html)).toContain("Admin");
    expect(html).toContain('href="/admin"');
  });

  test("has the links of everyone as long as it is not known who is signed in", async () => {
    const html = await renderHeader({});
    expect(listLabels(html)).toEqual([
      "Search",
      "Contact | Information",
      "My Ads",
      "Admin",
      "My Account",
      "Sign Out",
      "Sign In",
      "Create Account",
    ]);
    expect(html).toMatch(/for-member.*<a[^>]*for-admin[^>]*href="\/admin".*for-guest.*Sign In/);
    expect(html).not.toContain("Signed in as");
  });

  test("escapes the username", async () => {
    const html = await renderHeader({ viewer: { username: "<img src=x>", isAdmin: false } });
    expect(html).not.toContain("<img");
  });

  test.each([
    ["/search", 'href="/search"', 'aria-current="page"'],
    ["/search?breed=Boxer", 'href="/search"', 'aria-current="page"'],
    ["/contact", 'href="/contact"', 'aria-current="page"'],
    ["/ad/42", 'href="/search"', 'aria-current="true"'],
  ])("on %s marks the link with %s as current", async (address, link, mark) => {
    const html = await renderHeader({ viewer: null }, address);
    const current = html.match(/<a[^>]*aria-current[^>]*>/g) ?? [];
    expect(current).toHaveLength(1);
    expect(current[0]).toContain(link);
    expect(current[0]).toContain(mark);
  });

  test("has a closed menu that the toggle controls", async () => {
    const html = await renderHeader({ viewer: null });
    expect(html).toContain('aria-expanded="false"');
    const [, id] = html.match(/aria-controls="([^"]+)"/) ?? [];
    expect(html).toContain(`<nav id="${id}"`);
  });
});
