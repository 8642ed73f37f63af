import type { Failure } from "../../features/forms/describe-failure.ts";
import { type AdFieldName, isAdFieldName } from "./ad-form-values.ts";

type SortedIssues = {
  fields: { name: AdFieldName; message: string }[];
  photos: string | undefined;
  /** What belongs to no field; undefined when every issue does. */
  text: string | undefined;
};

/** Brings what the server said to the fields that it is about. */
export function sortIssues({ issues, text }: Pick<Failure, "issues" | "text">): SortedIssues {
  const fields = issues.flatMap(({ path, message }) =>
    isAdFieldName(path) ? [{ name: path, message }] : [],
  );
  const aboutPhotos = issues.filter(({ path }) => /^images(\.|$)/.test(path));
  const isSorted = issues.length > 0 && issues.length === fields.length + aboutPhotos.length;
  return { fields, photos: aboutPhotos[0]?.message, text: isSorted ? undefined : text };
}
