import { z } from "@studbook/domain/schemas/z";
import { AdFormValues, EMPTY_VALUES } from "./ad-form-values.ts";
import { EMPTY_TEST } from "./record/health.ts";

/** The unsaved state of the form of an ad. */
export type AdDraft = {
  values: AdFormValues;
  /** The URLs of the uploaded photos. */
  images: string[];
  /** When the ad was last changed before the draft began; null for a new ad. */
  basedOn: string | null;
};

const StoredDraft = z.object({
  values: z.unknown(),
  images: z.array(z.string()),
  basedOn: z.string().nullable(),
});

/** Reads a stored draft, also of a release whose form had other fields. Returns undefined for anything else. */
export function readAdDraft(stored: unknown): AdDraft | undefined {
  const { data: draft } = StoredDraft.safeParse(stored);
  const { data: values } = AdFormValues.safeParse(completeValues(EMPTY_VALUES, draft?.values));
  return draft && values ? { ...draft, values } : undefined;
}

/** Returns values with the fields of a template. Those that are missing are as in the template. */
function completeValues(template: unknown, values: unknown): unknown {
  if (Array.isArray(template)) {
    if (!Array.isArray(values)) return template;
    return values.map((value) => (isGroup(value) ? completeValues(EMPTY_TEST, value) : value));
  }
  if (!isGroup(template)) return values ?? template;
  const given = isGroup(values) ? values : {};
  const fields = Object.entries(template).map(([name, value]) => [
    name,
    completeValues(value, Reflect.get(given, name)),
  ]);
  return Object.fromEntries(fields);
}

/**
 * Whether a draft can replace the values of a form: each of them is as it was, or as in the draft. Browsers restore what was
 * typed before a page was reloaded, and somebody may have typed before the page was hydrated.
 */
export function canReplace(now: unknown, before: unknown, draft: unknown): boolean {
  if (isGroup(now) && isGroup(before) && isGroup(draft)) {
    return Object.entries(now).every(([name, value]) =>
      canReplace(value, Reflect.get(before, name), Reflect.get(draft, name)),
    );
  }
  const text = JSON.stringify(now);
  return text === JSON.stringify(before) || text === JSON.stringify(draft);
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns when a draft was saved, in the browser's time zone: '10:42 AM', or 'Nov 20, 10:42 AM' on another day. */
export function formatSavedAt(savedAt: Date, now: Date): string {
  const time = savedAt.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  if (savedAt.toDateString() === now.toDateString()) return time;
  const day = savedAt.toLocaleDateString("en-US", { month: "short", day: "numeric" });
  return `${day}, ${time}`;
}
