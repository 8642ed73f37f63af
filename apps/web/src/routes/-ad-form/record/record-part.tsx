import { pluralize } from "@studbook/domain/format";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type RecordPartProps = {
  title: string;
  /** What is stated, in one line. */
  summary: string;
  /** How many of several are stated. The summary says it, too. */
  meter?: { stated: number; listed: number } | undefined;
  /** The number of fields to correct. */
  problems: number;
  children: ReactNode;
};

/** A part of the record that opens. The others stay as they are, so that what was pressed does not move. */
export function RecordPart({ title, summary, meter, problems, children }: RecordPartProps) {
  return (
    <details className="group border-b border-line last:border-b-0">
      <summary className="grid min-h-16 cursor-pointer list-none grid-cols-[minmax(0,1fr)_24px] items-center gap-x-3.5 gap-y-0.5 py-3 min-[700px]:grid-cols-[190px_minmax(0,1fr)_24px] [&::-webkit-details-marker]:hidden">
        <h3 className="decoration-1 underline-offset-[.2em] [summary:hover>&]:underline">
          {title}
        </h3>
        <span className="row-start-2 text-md leading-[1.4] text-ink-soft min-[700px]:col-start-2 min-[700px]:row-start-1">
          {problems > 0 ? (
            <span className="font-semibold text-danger">
              {`${pluralize(problems, "field", "fields")} to correct`}
            </span>
          ) : (
            <>
              {meter && <Meter {...meter} />}
              {summary}
            </>
          )}
        </span>
        <ChevronDown className="col-start-2 row-span-2 row-start-1 size-6 text-loden transition-transform duration-(--sb-base) group-open:rotate-180 min-[700px]:col-start-3 min-[700px]:row-span-1" />
      </summary>
      <div className="grid grid-cols-1 gap-5.5 pt-1.5 pb-7">{children}</div>
    </details>
  );
}

function Meter({ stated, listed }: { stated: number; listed: number }) {
  return (
    <span aria-hidden="true" className="mr-2.5 inline-flex gap-0.75 align-[.12em]">
      {Array.from({ length: listed }, (_, index) => (
        <span
          key={index}
          className={`h-1.25 w-3.5 rounded-[1px] forced-colors:border ${index < stated ? "bg-loden forced-colors:bg-[CanvasText]" : "bg-line inset-ring inset-ring-edge"}`}
        />
      ))}
    </span>
  );
}
