import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { RenderedPage, RenderRequest, ServerEntry } from "@studbook/api/page-contract";
import type { AppRouter } from "@studbook/api/router";
import type { RegisteredRouter } from "@tanstack/react-router";
import { createRequestHandler, getSsrStatus } from "@tanstack/react-router/ssr/server";
import { createTRPCClient } from "@trpc/client";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { canonicalAddress } from "./address.ts";
import { App } from "./app.tsx";
import { CURRENT_USER_KEY } from "./features/auth/current-user.ts";
import { listResponses } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";
import { listAssets } from "./ssr/assets.ts";
import { type CriticalStyles, findCriticalStyles } from "./ssr/critical-styles.ts";
import { formatDocument, ROOT_START } from "./ssr/document.ts";
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
  const client = createTRPCClient<AppRouter>({ links: [request.link] });
  const data = createData(async () => client);
  if (audience === "guest") data.queryClient.setQueryData(CURRENT_USER_KEY, null);
  const state = () => ({ settings, responses: listResponses(data.queryClient) });
  const respond = createRequestHandler({
    request: new Request(settings.origin + address),
    createRouter: () => createAppRouter({ data, settings, isShared }),
  });
  let status = 200;
  let html = "";
  let critical: CriticalStyles | undefined;
  const response = await respond(async ({ router }) => {
    status = getSsrStatus(router);
    if (status >= 500) throw getLoaderError(router);
    const rendered = await renderToText(router);
    const routeIds = router.state.matches.map((match) => match.routeId);
    const assets = listAssets(manifest, routeIds);
    // Not in the response, because its stream would have to be read again.
    if (isShared) critical = findCriticalStyles(routeIds.at(-1), status === 200);
    html = formatDocument({ rendered, assets, state: state(), criticalCss: critical?.css });
    return new Response();
  });
  const location = response.headers.get("location");
  if (location !== null) {
    const target = new URL(location, settings.origin);
    // URL and the router encode characters such as ^ differently. No page has them.
    if (target.pathname + target.search === address)
      return { kind: "page", status: 404, html: renderShell(request) };
    return { kind: "redirect", status: 307, location };
  }
  return { kind: "page", status: status === 404 ? 404 : 200, html, styleHash: critical?.hash };
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
