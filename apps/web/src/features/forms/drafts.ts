import { tryStorage } from "../../boot/storage.ts";

/** The form and the user of a draft. A form has one draft per user, so nobody sees a draft of another user of the browser. */
export type DraftPlace = { username: string; form: string };

export type SavedDraft<Draft> = { draft: Draft; savedAt: Date };

const PREFIX = "draft";

/** Drafts that the browser does not store, because its storage is full or blocked. They are lost with the page. */
const unstored = new Map<string, string>();
/** Users who have signed out. Forms that are still open no longer save their drafts. */
const signedOut = new Set<string>();

/** Saves the unsaved values of a form. Returns whether the browser has stored them. */
export function saveDraft(place: DraftPlace, draft: unknown, savedAt: Date): boolean {
  if (signedOut.has(place.username)) return false;
  const key = keyOf(place);
  const text = JSON.stringify({ savedAt: savedAt.toISOString(), draft });
  const isStored = tryStorage(() => {
    localStorage.setItem(key, text);
    return true;
  });
  if (isStored) unstored.delete(key);
  else unstored.set(key, text);
  return isStored === true;
}

/**
 * Returns the draft of a form, or undefined if there is none. A form calls this when it opens, so its user is signed in again
 * and drafts are saved.
 *
 * @param read returns undefined for a draft that cannot be used, such as one of an earlier release
 */
export function findDraft<Draft>(
  place: DraftPlace,
  read: (draft: unknown) => Draft | undefined,
): SavedDraft<Draft> | undefined {
  signedOut.delete(place.username);
  const key = keyOf(place);
  const text = unstored.get(key) ?? tryStorage(() => localStorage.getItem(key));
  const stored: { savedAt?: string; draft?: unknown } | null | undefined = text
    ? tryStorage(() => JSON.parse(text))
    : undefined;
  const draft = read(stored?.draft);
  const savedAt = new Date(stored?.savedAt ?? "");
  return draft === undefined || Number.isNaN(savedAt.getTime()) ? undefined : { draft, savedAt };
}

export function removeDraft(place: DraftPlace): void {
  removeKeys((key) => key === keyOf(place));
}

/** Removes all drafts of a user who signs out, and prevents that open forms save others. */
export function removeDrafts(username: string): void {
  signedOut.add(username);
  removeKeys((key) => key.startsWith(keyOf({ username, form: "" })));
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  for (const key of [...unstored.keys()].filter(isRemoved)) unstored.delete(key);
  tryStorage(() => {
    for (const key of Object.keys(localStorage).filter(isRemoved)) localStorage.removeItem(key);
  });
}

/** Usernames have no spaces. */
function keyOf({ username, form }: DraftPlace): string {
  return `${PREFIX} ${username} ${form}`;
}
