import type { ComponentProps } from "react";

type TableProps = ComponentProps<"table"> & {
  /** Describes the table to screen readers. */
  caption: string;
  /** The column headers. Those of numbers are right-aligned. */
  columns: readonly { label: string; isNumber?: boolean }[];
};

/** A table that becomes a list of blocks on phones. Its children are the rows. */
export function Table({ caption, columns, children, ...rest }: TableProps) {
  return (
    <table className="w-full border-collapse text-md tabular-nums max-sm:block" {...rest}>
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th
              key={label}
              scope="col"
              className={`bg-sunken px-5 py-2.5 font-semibold text-ink-soft ${isNumber ? "text-right" : "text-left"}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  );
}

/** A table row. On phones it is a grid whose second column is as wide as its content. */
export function Row(props: ComponentProps<"tr">) {
  return (
    <tr
      className="border-t border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-5 max-sm:py-3"
      {...props}
    />
  );
}

type CellProps = ComponentProps<"td"> & { isNumber?: boolean };

export function Cell({ isNumber, className = "", ...rest }: CellProps) {
  return (
    <td
      className={`py-3 max-sm:min-w-0 max-sm:p-0 sm:px-5 ${isNumber ? "text-right" : ""} ${className}`}
      {...rest}
    />
  );
}
