import { useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect } from "react";
import { CURRENT_USER_KEY } from "../auth/current-user.ts";

export type Drafts<Draft> = ReturnType<typeof createDrafts<Draft>>;

/** The unsaved values of forms that were closed because a session ended: in memory, one for each form and user. */
export function createDrafts<Draft>() {
  const kept = new Map<string, Draft>();
  return {
    keep(key: string, draft: Draft): void {
      kept.set(key, draft);
    },
    /** Returns a draft and removes it. */
    take(key: string): Draft | undefined {
      const draft = kept.get(key);
      kept.delete(key);
      return draft;
    },
  };
}

/**
 * Saves the draft that `find` returns when this form is closed because the session has ended, so that it can be
 * restored for the same user.
 */
export function useKeptDraft<Draft>(
  drafts: Drafts<Draft>,
  key: string,
  find: () => Draft | undefined,
): void {
  const queryClient = useQueryClient();
  const keep = useEffectEvent(() => {
    const draft = queryClient.getQueryData(CURRENT_USER_KEY) === null ? find() : undefined;
    if (draft !== undefined) drafts.keep(key, draft);
  });
  // A layout effect, because it runs before the inputs are removed from the form.
  useLayoutEffect(() => () => keep(), []);
}
