import { createHash } from "node:crypto";
import type { RenderRequest } from "@studbook/api/page-contract";
import { formatPrice, PLANS } from "@studbook/domain/plans";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { describe, expect, test, vi } from "vitest";
import { fakeAd, fakeCall, fakeId } from "../test/fake-api.ts";
import { entry } from "./entry-server.tsx";

const { render, renderShell } = entry;

const ads = Array.from({ length: 30 }, (_, n) => fakeAd(n));

const settings = {
  origin: "https://studbook.example",
  today: "2026-11-21",
  supportEmail: "help@studbook.example",
};

const base: RenderRequest = {
  url: "/search",
  settings,
  audience: "everyone",
  call: fakeCall(ads),
  manifest: {
    "src/main.tsx": { file: "assets/main.js" },
    "src/boot/boot.ts": { file: "assets/boot.js" },
    "src/layout/page-not-found.tsx": { file: "assets/page-not-found.js" },
    "style.css": { file: "assets/style.css" },
  },
};

async function renderPage(url: string, more: Partial<RenderRequest> = {}) {
  const result = await render({ ...base, url, ...more });
  if (result.kind !== "page") throw new Error(`${url} returned ${result.kind}`);
  return result;
}

describe("every page", () => {
  test.each(["/", "/search", `/ad/${fakeId(1)}`, "/contact", "/nowhere"])(
    "%s complies with the content security policy",
    async (url) => {
      const { html, firstPaint } = await renderPage(url);
      expect(html).not.toMatch(/ style=|javascript:| on[a-z]+="/);
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css);
      const hashes = styles.map((css) => createHash("sha256").update(css).digest("base64"));
      expect(hashes.map((hash) => `sha256-${hash}`)).toEqual([firstPaint?.styleHash]);
      expect(firstPaint?.scriptPath).toBe("/assets/boot.js");
      for (const script of html.match(/<script[^>]*>./gs) ?? []) {
        expect(script).toMatch(
          / src="\/assets\/[^"]+"><$| type="(application\/(ld\+)?json|speculationrules)"/,
        );
      }
    },
  );

  test("has rules by which browsers prerender documents for everyone", async () => {
    const { html } = await renderPage("/search");
    const [, text = ""] = /<script type="speculationrules">(.*?)<\/script>/.exec(html) ?? [];
    const [rule] = JSON.parse(text).prerender;
    expect(rule.where.and[0].href_matches).toContainEqual({ pathname: "/ad/:id" });
    expect(JSON.stringify(rule)).not.toMatch(/login|account/);
    expect((await renderPage("/login", { audience: "guest" })).html).not.toContain("prerender");
  });

  test("loads nothing but the boot script before the first paint", async () => {
    const { html } = await renderPage("/");
    const boot = html.indexOf('<script src="/assets/boot.js"></script>');
    // It changes the colors, and finds the links.
    expect(boot).toBeGreaterThan(html.lastIndexOf('<meta name="theme-color"'));
    expect(boot).toBeGreaterThan(html.lastIndexOf("<link data-rel="));
    // Otherwise it would override the rules for hover, focus and print, which it lacks.
    expect(html.indexOf("<style>")).toBeLessThan(html.indexOf('<link data-rel="stylesheet"'));
    const head = html.slice(0, html.indexOf("</head>")).replace(/<noscript>.*?<\/noscript>/gs, "");
    expect(head.match(/ src="[^"]+"/g)).toEqual([' src="/assets/boot.js"']);
    expect(head).not.toMatch(/ rel="(?:stylesheet|preload|modulepreload)"/);
    expect(head).toContain('<link data-rel="modulepreload" href="/assets/main.js">');
  });

  test.each([
    "/",
    "/search",
    `/ad/${fakeId(1)}`,
    "/contact",
    "/credits",
    "/privacy",
    "/terms",
    "/nowhere",
  ])("%s is the same whether its header and footer are rendered or known", async (url) => {
    vi.resetModules();
    const fresh = await import("./entry-server.tsx");
    const [rendered, known] = [
      await fresh.entry.render({ ...base, url }),
      await fresh.entry.render({ ...base, url }),
    ];
    expect(known).toEqual(rendered);
  });

  test("that belongs to a request loads everything at once", async () => {
    const { html } = await renderPage("/contact", { audience: "guest" });
    expect(html).not.toMatch(/<style|data-rel/);
    expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/main.js">');
    expect(html).toContain('<link rel="stylesheet" href="/assets/style.css">');
  });

  test("of 24 results embeds less than 9 kB of data", async () => {
    const { html } = await renderPage("/search");
    const state = html.match(/id="__state">(.*?)<\/script>/s)?.[1] ?? "";
    expect(JSON.parse(state).responses[0][1].pages[0].items).toHaveLength(24);
    expect(state.length).toBeLessThan(9000);
  });

  test("escapes a description in its embedded data", async () => {
    const call = fakeCall([fakeAd(1, { description: "</script><script>alert(1)</script>" })]);
    const { html } = await renderPage(`/ad/${fakeId(1)}`, { call });
    expect(html).not.toContain("<script>alert");
    const state = html.match(/id="__state">(.*?)<\/script>/s)?.[1] ?? "";
    expect(state).not.toContain("<");
    expect(JSON.parse(state).settings).toEqual(settings);
  });

  test.each([
    ["/", "/preview.jpg"],
    ["/search?state=TX", "/preview.jpg"],
    ["/contact", "/preview.jpg"],
    [`/ad/${fakeId(1)}`, `/photos/${fakeId(1)}/1600.webp`],
  ])("%s has the link preview image %s as an absolute URL", async (url, picture) => {
    const { html } = await renderPage(url);
    expect(html).toContain(`property="og:image" content="${settings.origin}${picture}"`);
  });

  test.each(["/", "/contact"])("%s names the prices and limits of the plans", async (url) => {
    const { html } = await renderPage(url);
    const [basic, premium] = [formatPrice("basic"), formatPrice("premium")];
    expect(html).toContain(
      `Basic is ${basic} a year for one ad, Premium ${premium} a year for unlimited ads.`,
    );
    expect([PLANS.basic.adLimit, PLANS.premium.adLimit]).toEqual([1, null]);
  });

  test("links to /credits, which names the source and the license of the ZIP codes", async () => {
    expect((await renderPage("/")).html).toMatch(/<footer.* href="\/credits"/);
    const { html } = await renderPage("/credits");
    expect(html).toContain('<a href="https://www.geonames.org">GeoNames</a>');
    expect(html).toContain('<a href="https://creativecommons.org/licenses/by/4.0/">');
    expect(html).toContain("We reduced the data");
  });

  test("redirects to the canonical spelling of its path", async () => {
    const result = await render({ ...base, url: "/ad/%2e%2e/search?breed=Boxer" });
    expect(result).toEqual({ kind: "redirect", status: 308, location: "/search?breed=Boxer" });
  });

  test("redirects filters of the search to Studbook's spelling", async () => {
    const result = await render({ ...base, url: "/search?breed=boxer&state=Texas" });
    const location = "/search?breed=Boxer&state=TX";
    expect(result).toEqual({ kind: "redirect", status: 308, location });
  });

  test("redirects a trailing slash to the path without it, never to another host", async () => {
    expect(await render({ ...base, url: "//evil.example/" })).toEqual({
      kind: "redirect",
      status: 308,
      location: "/evil.example",
    });
  });
});

describe("another spelling of an address", () => {
  test.each([
    ["/ad/42/", "/ad/42"],
    ["//ad/42", "/ad/42"],
    ["/ad/%2e%2e/search", "/search"],
    ["/search?breed=boxer", "/search?breed=Boxer"],
    ["/search?state=texas", "/search?state=TX"],
  ])("redirects %s to %s", async (url, location) => {
    expect(await render({ ...base, url })).toEqual({ kind: "redirect", status: 308, location });
  });
});

describe("the search page", () => {
  test("shows 24 cards, the exact total and a link to the next page without JavaScript", async () => {
    const { html, status } = await renderPage("/search");
    expect(status).toBe(200);
    expect(html.match(/View Details/g)).toHaveLength(24);
    expect(html).toContain("30 results found");
    const next = html.match(/href="(\/search\?cursor=[^"]+)"/)?.[1] ?? "";
    expect((await renderPage(next)).html.match(/View Details/g)).toHaveLength(6);
  });

  test.each([
    [3, 72],
    [100, 192],
  ])("of %i open pages renders %i listings with one call", async (open, count) => {
    const call = fakeCall(Array.from({ length: 250 }, (_, n) => fakeAd(n)));
    const { html } = await renderPage(`/search?pages=${open}`, { call });
    expect(html.match(/View Details/g)).toHaveLength(count);
    expect(html).toContain(`Showing ${count} of 250`);
    expect(html).toContain('rel="canonical" href="https://studbook.example/search"');
  });

  test("has a filter form that works without JavaScript", async () => {
    const { html } = await renderPage("/search?breed=Boxer");
    expect(html).toMatch(/<form [^>]*action="\/search" method="get"/);
    expect(html).toContain('<option value="Boxer" selected="">Boxer</option>');
    expect(html.match(/ selected=/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript><button type="submit"/);
  });

  test("has a title and canonical URL made of its known filters only", async () => {
    const { html } = await renderPage("/search?utm_source=x&state=TX&breed=Boxer&breed2=y");
    expect(html).toContain("<title>Boxer studs in Texas · Studbook</title>");
    expect(html).toContain(
      'rel="canonical" href="https://studbook.example/search?breed=Boxer&amp;state=TX"',
    );
    expect(html).toContain('property="og:title" content="Boxer studs in Texas"');
  });

  test("shows the empty message when nothing matches", async () => {
    const { html, status } = await renderPage("/search?breed=Akita");
    expect(status).toBe(200);
    expect(html).toContain("0 results found");
    expect(html).toContain("No studs found matching your criteria. Try adjusting your filters.");
  });

  test("reports an unknown breed and state with links to the closest known ones", async () => {
    const { html, status } = await renderPage("/search?breed=golden+retreiver&state=texs");
    expect(status).toBe(200);
    expect(html).toContain("30 results found");
    expect(html).toContain("“golden retreiver” is not a breed on Studbook");
    expect(html).toContain('href="/search?breed=Golden+Retriever"');
    expect(html).toContain("“texs” is not a US state");
    expect(html).toContain('href="/search?state=TX"');
    expect(html).toContain('content="noindex, follow"');
    expect(html).toContain('rel="canonical" href="https://studbook.example/search"');
  });

  test.each([
    ["/search?breed=unicorn&state=TX", 'href="/search?breed=Cane+Corso&amp;state=TX"'],
    ["/search?state=wash&breed=Boxer", 'href="/search?breed=Boxer&amp;state=WA"'],
  ])("%s keeps its other filter in the link %s", async (url, link) => {
    expect((await renderPage(url)).html).toContain(link);
  });

  test("uses the singular for one result", async () => {
    const { html } = await renderPage("/search", { call: fakeCall([fakeAd(1)]) });
    expect(html).toContain(">1 result found<");
  });

  test("rejects when a call fails, so that the caller can send the shell", async () => {
    const call = fakeCall([], new Error("the database is down"));
    await expect(render({ ...base, call })).rejects.toThrow("the database is down");
    const shell = renderShell(base);
    expect(shell).toContain('<div id="root"></div>');
    expect(shell).toContain("<noscript>");
    expect(shell).not.toContain('"responses"');
  });

  test("rejects with the error that a component throws", async () => {
    const ad = fakeAd(1);
    Object.defineProperty(ad, "dogName", {
      get: () => {
        throw new Error("no name");
      },
    });
    const page = render({ ...base, url: `/ad/${ad.id}`, call: fakeCall([ad]) });
    await expect(page).rejects.toThrow("no name");
  });

  test("renders the frame of a payment page, and leaves Stripe's script to the browser", async () => {
    const scriptUrl = "http://localhost:12111/v3/stripe.js";
    const page = await render({
      ...base,
      url: "/signup/payment?tier=basic&client_secret=pi_1_secret_2",
      settings: { ...settings, payments: { publishableKey: "pk_test_x", scriptUrl } },
      call: fakeCall([]),
    });
    if (page.kind !== "page") throw new Error("A page was expected");
    expect(page.html).toContain("Complete Your Payment</h1>");
    expect(page.html).toContain('"publishableKey":"pk_test_x"');
    expect(page.html).not.toContain(`<script src="${scriptUrl}"`);
    expect(page.html).not.toContain("pi_1_secret_2");
  });
});

describe("an ad's page", () => {
  test("shows the facts and has its photo as preview image", async () => {
    const { html, status } = await renderPage(`/ad/${fakeId(2)}`);
    expect(status).toBe(200);
    for (const text of ["Dog 2", "Texas", "4 years old", "$1,200", "Second paragraph."]) {
      expect(html).toContain(text);
    }
    expect(html).toContain(
      `og:image" content="https://studbook.example/photos/${fakeId(2)}/1600.webp"`,
    );
    expect(html).toContain('href="mailto:owner@example.com"');
    expect(html).not.toContain("tel:");
  });

  test("escapes an owner's email address in its mailto link", async () => {
    const ownerEmail = "shelter?bcc=attacker&subject=Urgent&body=pay%me&x=#/@evil.test";
    const call = fakeCall([fakeAd(1, { ownerEmail })]);
    const { html } = await renderPage(`/ad/${fakeId(1)}`, { call });
    const [, href = ""] = /href="(mailto:[^"]*)"/.exec(html) ?? [];
    expect(href).toBe(
      "mailto:shelter%3Fbcc%3Dattacker%26subject%3DUrgent%26body%3Dpay%25me%26x%3D%23%2F@evil.test",
    );
    const { pathname, search, hash } = new URL(href);
    expect([decodeURIComponent(pathname), search, hash]).toEqual([ownerEmail, "", ""]);
  });

  test("links a phone number if there is one", async () => {
    const call = fakeCall([fakeAd(1, { ownerPhone: "+1 (406) 555-0142 x12" })]);
    const { html } = await renderPage(`/ad/${fakeId(1)}`, { call });
    expect(html).toContain('href="tel:+14065550142;ext=12"');
  });

  test("says that there are no images", async () => {
    const call = fakeCall([fakeAd(1, { images: [] })]);
    expect((await renderPage(`/ad/${fakeId(1)}`, { call })).html).toContain("No images available");
  });

  test("shows the watermark on sample ads only", async () => {
    const [id] = SAMPLE_AD_IDS;
    const call = fakeCall([fakeAd(1, { id }), fakeAd(2)]);
    expect((await renderPage(`/ad/${id}`, { call })).html).toContain("SAMPLE AD");
    expect((await renderPage(`/ad/${fakeId(2)}`, { call })).html).not.toContain("SAMPLE AD");
  });

  test.each([fakeId(404), "nonsense"])("returns 404 for %s", async (id) => {
    const { html, status } = await renderPage(`/ad/${id}`);
    expect(status).toBe(404);
    expect(html).toContain("Ad Not Found");
    expect(html).toContain("Back to Search");
  });
});

const ODD_CHARACTERS = Array.from({ length: 256 }, (_, n) => n).flatMap((byte) => [
  `%${byte.toString(16).padStart(2, "0").toUpperCase()}`,
  ...(byte > 0x20 && byte < 0x7f ? [String.fromCharCode(byte)] : []),
]);

test.each(["/a*b", "/ad/*"])(
  "returns 404 for every odd character in %s without a redirect loop",
  async (path) => {
    for (const character of ODD_CHARACTERS) {
      const seen: string[] = [];
      let url = path.replace("*", () => character);
      for (;;) {
        expect(seen).not.toContain(url);
        seen.push(url);
        const result = await render({ ...base, url });
        if (result.kind === "page") {
          expect(result.status).toBe(404);
          break;
        }
        const { pathname, search } = new URL(result.location, settings.origin);
        url = pathname + search;
      }
    }
  },
);

test.each(["/nowhere", "/ad/a/b", "/%00", "/%E0%A4%A", "/%24id", "/ad/%24id/x"])(
  "returns the 404 page for %s",
  async (url) => {
    const { html, status } = await renderPage(url);
    expect(status).toBe(404);
    expect(html).toContain("Page Not Found");
  },
);

test("the contact page shows the support address and every point of the policy", async () => {
  const { html } = await renderPage("/contact");
  expect(html).toContain('href="mailto:help@studbook.example"');
  for (const point of ["verify listings", "per household", "auto-renew", "no refunds", "renewal"]) {
    expect(html).toContain(point);
  }
});
