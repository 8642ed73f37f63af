import { pluralize } from "@studbook/domain/format";
import { AD_LABELS, type AdFormValues } from "./ad-form-values.ts";
import { countUploading, type PhotoList } from "./photo-list.ts";
import { isUnsent } from "./record/health.ts";
import { isStated, joinWords, midSentence } from "./record/part-values.ts";

/** What the bar with the main button says. */
export type Progress = { lead?: string; text: string };

const MAX_NAMED = 3;
const { zip: _zip, ownerPhone: _ownerPhone, ...REQUIRED } = AD_LABELS;

type FormState = {
  values: AdFormValues;
  list: PhotoList;
  /** Messages about invalid values, in the order of the form. */
  problems: readonly string[];
  /** The label of the main button. */
  submitLabel: string;
};

/** Returns why an ad cannot be sent, or undefined if it can. */
function describeObstacle({ values, list, problems, submitLabel }: FormState): string | undefined {
  if (list.length === 0) return `Add at least one photo, then you can press ${submitLabel}.`;
  const missing = Object.entries(REQUIRED).flatMap(([name, label]) =>
    isStated(String(Reflect.get(values, name))) ? [] : [midSentence(label)],
  );
  if (missing.length > 0) return `Still needed: ${nameSome(missing)}.`;
  const [problem, ...others] = problems;
  if (problem === undefined) return undefined;
  return others.length > 0 ? `${problem}, and ${others.length} more to correct.` : `${problem}.`;
}

/** Returns what is missing from a new ad, or that it is ready. */
export function describeNewAd(state: FormState): Progress {
  const obstacle = describeObstacle(state);
  if (obstacle !== undefined) return { text: obstacle };
  return { lead: "Ready to publish.", text: describeRest(state) };
}

/**
 * Returns what has changed in an ad, or why the changes cannot be sent.
 *
 * @param changes the labels of what has changed
 */
export function describeEdits(state: FormState, changes: readonly string[]): Progress {
  const obstacle = describeObstacle(state);
  if (obstacle !== undefined) return { text: obstacle };
  const rest = describeRest(state);
  if (changes.length === 0) return { text: `No changes yet. ${rest}`.trim() };
  return {
    lead: `${pluralize(changes.length, "change", "changes")} not saved:`,
    text: `${nameSome(changes)}. ${rest}`.trim(),
  };
}

/** What does not keep an ad from being sent. */
function describeRest({ values, list }: FormState): string {
  const unsent = values.record.health.tests.filter(isUnsent).length;
  const sentences = [
    describeUploads(list),
    unsent > 0
      ? `${pluralize(unsent, "health test has", "health tests have")} no result and will not be shown.`
      : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function describeUploads(list: PhotoList): string {
  const count = countUploading(list);
  if (count > 1) return `${count} photos are still uploading.`;
  const place = list.findIndex(({ state }) => state.kind === "uploading") + 1;
  return count === 1 ? `Photo ${place} is still uploading.` : "";
}

function nameSome(names: readonly string[]): string {
  if (names.length <= MAX_NAMED + 1) return joinWords(names);
  return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
}
