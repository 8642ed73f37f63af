import { escapeJson, type PageState, STATE_ID } from "../page-state.ts";
import { BAR_COLORS } from "../theme/theme.ts";
import type { Assets } from "./assets.ts";

/** The start of the app's root element. What React writes before it belongs in the head. */
export const ROOT_START = '<div id="root">';

const THEME =
  '<meta name="color-scheme" content="light dark">' +
  (["light", "dark"] as const)
    .map((theme) => {
      const media = `(prefers-color-scheme: ${theme})`;
      return `<meta name="theme-color" content="${BAR_COLORS[theme]}" media="${media}">`;
    })
    .join("");

const ICONS =
  '<link rel="icon" href="/favicon.ico" sizes="32x32">' +
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
  '<link rel="manifest" href="/manifest.webmanifest">';

/** Wraps what React rendered in a document, without inline scripts or styles (content security policy). */
export function formatDocument(rendered: string, assets: Assets, state: PageState): string {
  const start = rendered.indexOf(ROOT_START);
  if (start < 0) throw new Error("The rendered page has no root element");
  const links = [
    `<link rel="stylesheet" href="${assets.style}">`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
    ),
    // Low priority: the page can be read before its scripts have loaded.
    `<script type="module" fetchpriority="low" src="${assets.entry}"></script>`,
    ...assets.scripts.map(
      (href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`,
    ),
  ].join("");
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${THEME}<script src="${assets.boot}"></script>${links}${ICONS}${rendered.slice(0, start)}</head><body>${rendered.slice(start)}` +
    `<script type="application/json" id="${STATE_ID}">${escapeJson(state)}</script></body></html>`
  );
}
