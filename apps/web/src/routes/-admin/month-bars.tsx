import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatMonth, formatMonthName } from "./format-month.ts";

// All sizes are in pixels at the normal text size. The chart grows with the text.
const TEXT_SIZE = 16;
const HEIGHT = 240;
const TOP = 12;
const BOTTOM = 50;
const LEFT = 60;
const TICKS = 4;
/** The width of a short month name in pixels. */
const NAME_WIDTH = 40;
const LINE = 18;
const MIN_TOP_VALUE = 4;

type MonthBarsProps = {
  title: string;
  /** Oldest first; the last month is the current one. `month` is 'YYYY-MM'. Money is in cents. */
  bars: { month: string; value: number }[];
  format: (value: number) => string;
  /** Formats the labels of the axis. */
  formatShort: (value: number) => string;
  isMoney?: boolean;
  barClass: string;
};

/** A bar chart of one figure by month. */
export function MonthBars({ title, bars, ...rest }: MonthBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, scale } = useSize(frame);
  const isEmpty = bars.every(({ value }) => value === 0);
  return (
    <figure className="grid gap-2">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <div ref={frame} className={isEmpty ? "" : "h-[15rem]"}>
        {isEmpty ? (
          <p className="text-ink-soft">No data for these months</p>
        ) : (
          width > 0 && <Bars {...{ title, bars, scale, width: width / scale, ...rest }} />
        )}
      </div>
    </figure>
  );
}

function Bars({
  title,
  bars,
  width,
  scale,
  format,
  formatShort,
  isMoney = false,
  barClass,
}: MonthBarsProps & { width: number; scale: number }) {
  const unit = isMoney ? 100 : 1;
  const highest = Math.max(MIN_TOP_VALUE * unit, ...bars.map(({ value }) => value));
  const y = scaleLinear({ domain: [0, highest], range: [HEIGHT - BOTTOM, TOP] });
  y.nice(TICKS);
  const x = scaleBand({
    domain: bars.map(({ month }) => month),
    range: [LEFT, width],
    paddingInner: 0.35,
    paddingOuter: 0.2,
  });
  const levels = y.ticks(TICKS);
  const every = Math.ceil(NAME_WIDTH / x.step());
  const named = bars
    .map(({ month }) => month)
    .filter((_, i) => (bars.length - 1 - i) % every === 0);
  const running = bars.at(-1)?.month;
  return (
    <svg
      role="img"
      aria-label={describeBars(title, bars, format)}
      width={width * scale}
      height={HEIGHT * scale}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="max-w-full overflow-visible"
    >
      {levels.map((level) => (
        <line
          key={level}
          x1={LEFT}
          x2={width}
          y1={y(level)}
          y2={y(level)}
          className={level === 0 ? "stroke-edge" : "stroke-line"}
        />
      ))}
      {bars.map(({ month, value }) => (
        <Bar
          key={month}
          x={x(month) ?? 0}
          y={y(value)}
          width={x.bandwidth()}
          height={y(0) - y(value)}
          className={barClass}
        >
          <title>{`${formatMonth(month)}${month === running ? ", so far" : ""}: ${format(value)}`}</title>
        </Bar>
      ))}
      <AxisLeft
        scale={y}
        left={LEFT}
        tickValues={levels}
        hideAxisLine
        hideTicks
        tickFormat={(level) => formatShort(Number(level))}
        tickComponent={({ x: left, y: top, formattedValue }) => (
          <text x={left} y={top} dy=".32em" textAnchor="end" className={TICK}>
            {formattedValue}
          </text>
        )}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - BOTTOM}
        tickValues={named}
        hideAxisLine
        hideTicks
        tickComponent={({ x: middle, formattedValue }) => (
          <text x={middle} y={20} textAnchor="middle" className={TICK}>
            {formattedValue}
          </text>
        )}
        tickFormat={formatMonthName}
      />
      {running && (
        <text x={width} y={HEIGHT - BOTTOM + 20 + LINE} textAnchor="end" className={TICK}>
          so far
        </text>
      )}
    </svg>
  );
}

const TICK = "fill-current text-[14px] text-ink-soft tabular-nums";

function describeBars(
  title: string,
  bars: MonthBarsProps["bars"],
  format: MonthBarsProps["format"],
): string {
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  const first = bars.at(0);
  const last = bars.at(-1);
  if (!first || !last) return title;
  const highest = `highest in ${formatMonth(top.month)} with ${format(top.value)}`;
  return `${title} from ${formatMonth(first.month)} to ${formatMonth(last.month)}: ${highest}, ${format(last.value)} so far in ${formatMonth(last.month)}. The table below has every month.`;
}

/**
 * Returns the width of an element in CSS pixels, 0 on the server and until it is known, and how many times larger than
 * normal the text is.
 */
function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, scale: 1 });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ width: Math.floor(entry?.contentRect.width ?? 0), scale: text / TEXT_SIZE });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
