import { formatDate } from "@studbook/domain/format";
import { z } from "@studbook/domain/schemas/z";

/**
 * Returns the schema of the form that pauses a listing: until a day of `range`, or without an end.
 *
 * @param range the first and last possible day 'YYYY-MM-DD'
 */
export function pauseForm({ first, last }: { first: string; last: string }) {
  return z
    .object({ end: z.enum(["day", "open"]), until: z.string() })
    .transform(({ end, until }, context) => {
      if (end === "open") return { until: null };
      const message =
        until === ""
          ? "Enter the date on which the listing is public again"
          : `The date must be from ${formatDate(first)} to ${formatDate(last)}`;
      if (until < first || until > last)
        context.addIssue({ code: "custom", path: ["until"], message });
      return { until };
    });
}
