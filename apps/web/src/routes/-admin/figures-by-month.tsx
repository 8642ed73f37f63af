import { formatCents, formatCount } from "@studbook/domain/format";
import { Card } from "@studbook/ui/card";
import { SelectField } from "@studbook/ui/select-field";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminMonths } from "../../features/admin/admin-queries.ts";
import { LoadProblem } from "../../layout/load-problem.tsx";
import type { Data } from "../../trpc.ts";
import { formatShortCount, formatShortDollars } from "./format-month.ts";
import { MonthBars } from "./month-bars.tsx";
import { MonthsTable } from "./months-table.tsx";

/** Revenue and new members by month, as bar charts and as an accessible table. */
export function FiguresByMonth({ data }: { data: Data }) {
  const [period, setPeriod] = useState<12 | 24>(12);
  const { data: months = [], error, refetch } = useQuery(adminMonths(data, period));
  return (
    <section aria-labelledby="by-month">
      <Card className="grid grid-cols-1 gap-5 p-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h2 id="by-month">By month</h2>
          <div className="w-full sm:w-52">
            <SelectField
              label="Period"
              value={period}
              onChange={({ target }) => setPeriod(target.value === "24" ? 24 : 12)}
            >
              <option value={12}>Last 12 months</option>
              <option value={24}>Last 24 months</option>
            </SelectField>
          </div>
        </div>
        {error && (
          <LoadProblem
            error={error}
            title={<p className="font-semibold">The monthly figures could not be loaded</p>}
            onRecover={refetch}
          />
        )}
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-2">
          <MonthBars
            title="Revenue"
            bars={months.map(({ month, revenue }) => ({ month, value: revenue }))}
            format={formatCents}
            formatShort={formatShortDollars}
            isMoney
            barClass="fill-loden"
          />
          <MonthBars
            title="New members"
            bars={months.map(({ month, newMembers }) => ({ month, value: newMembers }))}
            format={formatCount}
            formatShort={formatShortCount}
            barClass="fill-saddle"
          />
        </div>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-loden underline underline-offset-[.18em]">
            View as a table
          </summary>
          <div className="mt-2 overflow-hidden rounded-md border border-line">
            <MonthsTable months={months} />
          </div>
        </details>
      </Card>
    </section>
  );
}
