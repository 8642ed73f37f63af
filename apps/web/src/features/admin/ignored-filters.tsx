import { Notice } from "@studbook/ui/notice";
import { TriangleAlert } from "lucide-react";

const LONGEST_QUOTE = 60;

type IgnoredFiltersProps = {
  /** The filters in the address. */
  query: Record<string, string>;
  /** The valid ones, which apply. */
  filters: object;
};

/** Says which filters in the address are not valid. */
export function IgnoredFilters(props: IgnoredFiltersProps) {
  const ignored = listIgnored(props);
  if (ignored.length === 0) return null;
  return (
    <Notice tone="warn" icon={TriangleAlert}>
      <p className="[overflow-wrap:anywhere]">
        The address has filters that are not valid and were ignored: {ignored.join(", ")}.
      </p>
    </Notice>
  );
}

/** Lists the invalid parts of a query, such as 'action “ad.eaten”'. */
export function listIgnored({ query, filters }: IgnoredFiltersProps): string[] {
  return Object.entries(query)
    .filter(([name, text]) => !(name in filters) && text.trim() !== "")
    .map(([name, text]) => `${name} “${text.slice(0, LONGEST_QUOTE)}”`);
}
