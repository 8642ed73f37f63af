import { escapeHtml } from "@studbook/domain/escape-html";
import type { PublicError } from "../errors.ts";

/** Nothing is loaded, and the only style is in the page. */
export const BUSY_PAGE_POLICY =
  "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The site's colors, without its files. */
const STYLE = `<style>
body { max-width: 32rem; margin: 15vh auto; padding: 0 1rem; font: 1.125rem/1.5 system-ui, sans-serif;
  background: light-dark(#f6f4ed, #131714); color: light-dark(#1e2420, #f1ede2) }
h1 { font: 600 2rem/1.2 Georgia, serif }
a { color: light-dark(#24503f, #8fc4a5) }
</style>`;

const TITLES: Partial<Record<PublicError["code"], string>> = {
  NOT_READY: "Studbook is briefly unavailable",
  TOO_MANY_REQUESTS: "Too many requests",
};

/** The page that a person sees if a page is refused before it is rendered. It costs almost nothing to send. */
export function renderBusyPage({ code, message }: Pick<PublicError, "code" | "message">): string {
  const title = TITLES[code] ?? "Studbook is very busy";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${STYLE}
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message.replace(`${title}. `, ""))}</p>
<p><a href="">Try Again</a></p>
</html>
`;
}
