import { useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect } from "react";
import { CURRENT_USER_KEY } from "../auth/current-user.ts";

export type Drafts<Draft> = ReturnType<typeof createDrafts<Draft>>;

/** Keeps in memory the unsaved values of forms that were closed because a session ended, one per form and user. */
export function createDrafts<Draft>() {
  const stored = new Map<string, Draft>();
  return {
    save(key: string, draft: Draft): void {
      stored.set(key, draft);
    },
    /** Returns a draft and removes it. */
    take(key: string): Draft | undefined {
      const draft = stored.get(key);
      stored.delete(key);
      return draft;
    },
  };
}

/**
 * Saves the draft that `find` returns when this form is closed because the session has ended, so that it can be
 * restored for the same user.
 */
export function useSavedDraft<Draft>(
  drafts: Drafts<Draft>,
  key: string,
  find: () => Draft | undefined,
): void {
  const queryClient = useQueryClient();
  const save = useEffectEvent(() => {
    const draft = queryClient.getQueryData(CURRENT_USER_KEY) === null ? find() : undefined;
    if (draft !== undefined) drafts.save(key, draft);
  });
  // A layout effect, because it runs before the inputs are removed from the form.
  useLayoutEffect(() => () => save(), []);
}
