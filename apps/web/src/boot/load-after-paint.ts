import { tryStorage } from "./storage.ts";

/** What waits is loaded after this time, even if the main image has not arrived. */
const LIMIT_MS = 3000;
/** Enough for a slow device to paint what has loaded. */
const PAINT_MS = 500;
const MAIN_IMAGE = "img[fetchpriority=high]";
const LOADED = "loaded-styles";

/**
 * Loads what a document for everyone has not loaded yet, its scripts, styles and fonts, after the largest contentful paint
 * or with the first interaction. Styles and fonts that this tab has loaded before are used at once: they are cached.
 */
export function loadAfterPaint(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>("[data-rel]")];
  const [entry, style] = links;
  if (!entry || !style) return;

  const start = () => {
    if (entry.rel) return;
    links.forEach(load);
    const script = document.createElement("script");
    script.type = "module";
    script.src = entry.href;
    document.head.append(script);
  };
  new PerformanceObserver((list) => {
    const isImage = list.getEntries().some((paint) => "url" in paint && paint.url);
    if (isImage || !document.querySelector(MAIN_IMAGE)) start();
  }).observe({ type: "largest-contentful-paint" });
  addEventListener("load", () => setTimeout(start, PAINT_MS));
  setTimeout(start, LIMIT_MS);
  // Back and Forward within the history of this document need the router.
  for (const interaction of ["pointerdown", "keydown", "popstate"]) {
    addEventListener(interaction, start, true);
  }

  if (tryStorage(() => sessionStorage.getItem(LOADED) === style.href)) {
    style.setAttribute("blocking", "render");
    for (const link of links) if (link.dataset.rel !== "modulepreload") load(link);
  }
  style.onload = async () => {
    await document.fonts.ready;
    tryStorage(() => sessionStorage.setItem(LOADED, style.href));
  };
}

function load(link: HTMLLinkElement): void {
  link.rel ||= link.dataset.rel ?? "";
}
