import { escapeJson, type PageState, STATE_ID } from "../page-state.ts";
import type { Assets } from "./assets.ts";

/** The start of the element the app lives in: what React writes before it belongs into the head. */
export const ROOT_START = '<div id="root">';

const THEME =
  '<meta name="color-scheme" content="light dark">' +
  '<meta name="theme-color" content="#fffefa" media="(prefers-color-scheme: light)">' +
  '<meta name="theme-color" content="#1c211d" media="(prefers-color-scheme: dark)">';

/** A whole document around what React rendered: no inline script or style, as the policy asks. */
export function formatDocument(rendered: string, assets: Assets, state: PageState): string {
  const start = rendered.indexOf(ROOT_START);
  if (start < 0) throw new Error("The rendered page has no root element");
  const links = [
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
    ),
    `<script type="module" src="${assets.entry}"></script>`,
    ...assets.scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
  ].join("");
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${links}${THEME}${rendered.slice(0, start)}</head><body>${rendered.slice(start)}` +
    `<script type="application/json" id="${STATE_ID}">${escapeJson(state)}</script></body></html>`
  );
}
