import type { Options } from "../options.ts";
import { atLeast, atMost, type Goal } from "../report/goal.ts";
import { formatNumber, formatSpread, type Row, type Table } from "../report/table.ts";
import { median, type Spread, spreadOf } from "../spread.ts";
import { CATEGORIES, type LighthouseRun, openLighthouse } from "./lighthouse.ts";
import type { PublicPage } from "./pages.ts";

/** The same product without TLS and with it. */
export type Origins = { http1: string; http2: string };

/** Runs Lighthouse on every page over both protocols in turn. */
export async function measureSimulated(
  origins: Origins,
  pages: readonly PublicPage[],
  { rounds }: Options,
): Promise<Table> {
  const lighthouse = await openLighthouse();
  const rows: Row[] = [];
  try {
    for (const page of pages) {
      const runs: Record<keyof Origins, LighthouseRun[]> = { http1: [], http2: [] };
      for (let round = 0; round < rounds; round++) {
        runs.http1.push(await lighthouse.run(origins.http1 + page.path));
        runs.http2.push(await lighthouse.run(origins.http2 + page.path));
      }
      rows.push(toRow(page, runs));
    }
  } finally {
    lighthouse.close();
  }
  return {
    title: "Lighthouse, simulated throttling",
    notes:
      `Medians of ${rounds} runs of Lighthouse's mobile profile. LCP is in milliseconds over HTTP/2 with TLS and over HTTP/1.1; ` +
      "all other columns are over HTTP/2.",
    head: [
      "",
      ...CATEGORIES,
      "LCP HTTP/2",
      "LCP HTTP/1.1",
      "CLS",
      "TBT ms",
      "JavaScript kB",
      "fonts kB",
    ],
    rows,
  };
}

function toRow(page: PublicPage, runs: Record<keyof Origins, LighthouseRun[]>): Row {
  const scores = CATEGORIES.map((_, n) => median(runs.http2.map((run) => run.scores[n] ?? 0)));
  const paint = {
    http2: spreadOf(runs.http2.map(({ lcpMs }) => lcpMs)),
    http1: spreadOf(runs.http1.map(({ lcpMs }) => lcpMs)),
  };
  const format = (key: "cls" | "tbtMs" | "scriptKb" | "fontKb", digits: number) =>
    formatNumber(median(runs.http2.map((run) => run[key])), digits);
  return {
    cells: [
      page.name,
      ...scores.map((score) => formatNumber(score)),
      formatSpread(paint.http2, 0),
      formatSpread(paint.http1, 0),
      format("cls", 3),
      format("tbtMs", 0),
      format("scriptKb", 1),
      format("fontKb", 1),
    ],
    goals: [...judgeScores(page, scores), ...judgePaint(page, paint)],
  };
}

/** Lighthouse lowers the SEO score of pages that search engines may not list. */
function judgeScores({ isNoindex }: PublicPage, scores: readonly number[]): Goal[] {
  const judged = CATEGORIES.filter((category) => category !== "seo" || !isNoindex);
  return judged.map((category) =>
    atLeast(category, scores[CATEGORIES.indexOf(category)] ?? 0, 100),
  );
}

function judgePaint({ paint: limits }: PublicPage, paint: Record<keyof Origins, Spread>): Goal[] {
  if (!limits) return [];
  return [
    atMost("LCP HTTP/2", paint.http2.median, limits.http2),
    atMost("LCP HTTP/1.1", paint.http1.median, limits.http1),
  ];
}
