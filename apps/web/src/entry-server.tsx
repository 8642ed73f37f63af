import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { RenderedPage, RenderRequest, ServerEntry } from "@studbook/api/page-contract";
import type { RegisteredRouter } from "@tanstack/react-router";
import { getSsrStatus } from "@tanstack/react-router/ssr/server";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { canonicalAddress } from "./address.ts";
import { App } from "./app.tsx";
import { CURRENT_USER_KEY } from "./features/auth/current-user.ts";
import { listResponses } from "./page-state.ts";
import type { RouterContext } from "./router-context.ts";
import { listAssets } from "./ssr/assets.ts";
import { findCriticalStyles } from "./ssr/critical-styles.ts";
import { formatDocument, ROOT_START } from "./ssr/document.ts";
import { addFrame, hasFrame, storeFrame } from "./ssr/frames.ts";
import { findRedirect, loadRouter } from "./ssr/load-router.ts";
import { respellFilters } from "./ssr/respell-filters.ts";
import { createData } from "./trpc.ts";

/** What React writes for a component that suspends or fails in `renderToString`. */
const UNFINISHED = "<!--$!-->";

/** Only to parse paths. */
const SITE = "http://studbook.invalid";

const NOSCRIPT =
  "<noscript>This page cannot be displayed without JavaScript. Please try again later.</noscript>";

const renderShell: ServerEntry["renderShell"] = ({ settings, manifest }) => {
  const rendered = `<title>Studbook</title>${ROOT_START}</div>${NOSCRIPT}`;
  return formatDocument({ rendered, assets: listAssets(manifest, []), state: { settings } });
};

/** Returns the address that a URL's document is rendered for, and whether the URL is spelled differently. */
function readUrl(url: string): { address: string; isRespelled: boolean } {
  const { pathname, search } = new URL(SITE + url.replace(/^[/\\]+/, "/"));
  const canonical = canonicalAddress(pathname + search);
  const address = respellFilters(canonical);
  const isPathSame = url.replace(/[?#].*/s, "") === address.replace(/\?.*/s, "");
  return { address, isRespelled: !isPathSame || address !== canonical };
}

async function render(request: RenderRequest): Promise<RenderedPage> {
  const { settings, manifest, audience } = request;
  const { address, isRespelled } = readUrl(request.url);
  if (isRespelled) return { kind: "redirect", status: 308, location: address };
  const isShared = audience === "everyone";
  const data = createData(async () => request);
  if (audience === "guest") data.queryClient.setQueryData(CURRENT_USER_KEY, null);
  const context: RouterContext = { data, settings, isShared };
  const router = await loadRouter(address, context);
  const location = findRedirect(router);
  if (location !== undefined) {
    const target = new URL(location, settings.origin);
    // URL and the router encode characters such as ^ differently. No page has them.
    if (target.pathname + target.search === address)
      return { kind: "page", status: 404, html: renderShell(request) };
    return { kind: "redirect", status: 307, location };
  }
  const status = getSsrStatus(router);
  if (status === 500) throw getLoaderError(router);
  // The router also matches routes whose path is only the start of an unknown address, and leaves them pending.
  const shown = router.state.matches.filter((match) => match.status !== "pending");
  const routeIds = shown.map((match) => match.routeId);
  const routeId = routeIds.at(-1) ?? "";
  const critical = isShared ? findCriticalStyles(routeId, status === 200) : undefined;
  const isFramed = isShared && status === 200;
  context.isMainOnly = isFramed && hasFrame(routeId);
  const rendered = await renderToText(router);
  if (isFramed && !context.isMainOnly) storeFrame(routeId, rendered);
  const assets = listAssets(manifest, routeIds, { isNotFound: status === 404 });
  const html = formatDocument({
    rendered: context.isMainOnly ? addFrame(routeId, rendered) : rendered,
    assets,
    state: { settings, responses: listResponses(data.queryClient) },
    criticalCss: critical?.css,
  });
  const firstPaint = critical && { styleHash: critical.hash, scriptPath: assets.boot };
  return { kind: "page", status, html, ...(firstPaint && { firstPaint }) };
}

/** Renders the whole page, lazy components included. */
function renderToText(router: RegisteredRouter): Promise<string> | string {
  const page = (
    <div id="root">
      <App router={router} />
    </div>
  );
  try {
    const html = renderToString(page);
    if (!html.includes(UNFINISHED)) return html;
  } catch {
    // renderToStream reports the error.
  }
  return renderToStream(page);
}

/**
 * Waits for lazy components that are not loaded yet, and rejects with the first error. Slower than `renderToString` by
 * a quarter, and Node keeps the page in memory long after it was sent.
 */
function renderToStream(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
      onShellError: reject,
      onAllReady() {
        if (errors.length > 0) reject(errors[0]);
        else resolve(text(pipe(new PassThrough())));
      },
    });
  });
}

function getLoaderError(router: RegisteredRouter): unknown {
  const failed = router.state.matches.find((match) => match.status === "error");
  return failed?.error ?? new Error("A route failed without an error");
}

export const entry: ServerEntry = { render, renderShell };
