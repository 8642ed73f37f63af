import type { Browser } from "@playwright/test";
import type { Options } from "../options.ts";
import { atMost, type Goal } from "../report/goal.ts";
import { formatNumber, formatPair, formatSpread, type Row, type Table } from "../report/table.ts";
import { median, spreadOf } from "../spread.ts";
import { loadPage, type PageLoad } from "./load-page.ts";
import type { PublicPage } from "./pages.ts";
import { type Taps, tapMenu } from "./tap-menu.ts";

/** The boot script. */
const MAX_SCRIPT_BYTES = 1024;
/** What a server can send before the first acknowledgment of the browser. */
const MAX_DOCUMENT_BYTES = 14_000;
const MAX_HYDRATED_MS = 2000;
const MAX_CLS = 0.01;
const MAX_INP_MS = 100;

/** Loads every page on a slow phone, once without touching it and once with two taps per round. */
export async function measureApplied(
  browser: Browser,
  origin: string,
  pages: readonly PublicPage[],
  { rounds }: Options,
): Promise<Table> {
  const rows: Row[] = [];
  for (const page of pages) {
    const loads: PageLoad[] = [];
    const taps: Taps[] = [];
    for (let round = 0; round < rounds; round++) {
      loads.push(await loadPage(browser, origin + page.path));
      taps.push(await tapMenu(browser, origin + page.path));
    }
    rows.push(toRow(page, loads, taps));
  }
  return {
    title: "Web Vitals, applied throttling",
    notes:
      `Medians of ${rounds} loads over HTTP/1.1 with an empty cache. DevTools delays each request by 150 ms, transfers 1.6 Mbit/s ` +
      "and slows the processor down 4 times. INP is that of two taps on the menu, one before hydration. Bytes are compressed, " +
      "and those before the LCP. .data-bench/filmstrips shows the pages while they load.",
    head: [
      "",
      "LCP ms",
      "hydrated ms",
      "CLS",
      "INP ms",
      "early tap",
      "requests / kB before LCP",
      "HTML and CSS bytes",
      "script bytes",
      "font bytes",
    ],
    rows,
  };
}

function toRow(page: PublicPage, loads: readonly PageLoad[], taps: readonly Taps[]): Row {
  const of = (key: keyof PageLoad) => median(loads.map((load) => load[key]));
  const inpMs = median(taps.map((tap) => tap.inpMs));
  const lost = taps.filter(({ isEarlyTapDone }) => !isEarlyTapDone).length;
  const lcp = spreadOf(loads.map(({ lcpMs }) => lcpMs));
  const goals: Goal[] = [
    ...(page.paint ? [atMost("LCP", lcp.median, page.paint.applied)] : []),
    atMost("hydrated", of("hydratedMs"), MAX_HYDRATED_MS),
    atMost("CLS", of("cls"), MAX_CLS),
    atMost("INP", inpMs, MAX_INP_MS),
    atMost("lost taps", lost, 0),
    atMost("HTML and CSS", of("documentBytes"), MAX_DOCUMENT_BYTES),
    atMost("scripts", of("scriptBytes"), MAX_SCRIPT_BYTES),
    atMost("fonts", of("fontBytes"), 0),
  ];
  return {
    cells: [
      page.name,
      formatSpread(lcp, 0),
      formatSpread(spreadOf(loads.map(({ hydratedMs }) => hydratedMs)), 0),
      formatNumber(of("cls"), 3),
      formatNumber(inpMs),
      lost > 0 ? `lost in ${lost} of ${taps.length}` : "done",
      formatPair(of("requests"), of("bytes") / 1000),
      formatNumber(of("documentBytes")),
      formatNumber(of("scriptBytes")),
      formatNumber(of("fontBytes")),
    ],
    goals,
  };
}
