import { escapeJson, type PageState, STATE_ID } from "../page-state.ts";
import { BAR_COLORS } from "../theme/theme.ts";
import type { Assets } from "./assets.ts";
import { SPECULATION_RULES } from "./speculation-rules.ts";

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

const FONT = 'as="font" type="font/woff2" crossorigin';

const PRERENDERING = `<script type="speculationrules">${SPECULATION_RULES}</script>`;

const ICONS =
  '<link rel="icon" href="/favicon.ico" sizes="32x32">' +
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
  '<link rel="manifest" href="/manifest.webmanifest">';

type DocumentParts = {
  /** What React rendered. */
  rendered: string;
  assets: Assets;
  state: PageState;
  /** The styles of the first paint. Everything else then waits until after it (src/boot/load-after-paint.ts). */
  criticalCss?: string | undefined;
};

/** Wraps a rendered page in a document, without inline scripts (content security policy). */
export function formatDocument({ rendered, assets, state, criticalCss }: DocumentParts): string {
  const start = rendered.indexOf(ROOT_START);
  if (start < 0) throw new Error("The rendered page has no root element");
  const links =
    criticalCss === undefined
      ? `<script src="${assets.boot}"></script>${loadAtOnce(assets)}`
      : loadAfterPaint(assets, criticalCss);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${THEME}${links}${ICONS}${rendered.slice(0, start)}</head><body>${rendered.slice(start)}` +
    `<script type="application/json" id="${STATE_ID}">${escapeJson(state)}</script>` +
    `${criticalCss === undefined ? "" : PRERENDERING}</body></html>`
  );
}

function loadAtOnce({ style, fonts, entry, scripts }: Assets): string {
  return [
    `<link rel="stylesheet" href="${style}">`,
    ...fonts.map((href) => `<link rel="preload" ${FONT} href="${href}">`),
    // Low priority: the page can be read before its scripts have loaded.
    `<script type="module" fetchpriority="low" src="${entry}"></script>`,
    ...scripts.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
  ].join("");
}

/** The boot script turns `data-rel` into `rel`, and runs the entry. It finds the entry and the styles by their order. */
function loadAfterPaint({ style, fonts, entry, scripts, boot }: Assets, criticalCss: string) {
  return [
    // Before all styles, which have the rules that these lack.
    `<style>${criticalCss}</style>`,
    `<link data-rel="modulepreload" href="${entry}">`,
    `<link data-rel="stylesheet" href="${style}">`,
    ...fonts.map((href) => `<link data-rel="preload" ${FONT} href="${href}">`),
    ...scripts.map((href) => `<link data-rel="modulepreload" href="${href}">`),
    `<script src="${boot}"></script>`,
    `<noscript><link rel="stylesheet" href="${style}"></noscript>`,
  ].join("");
}
