import { useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect } from "react";
import { CURRENT_USER_KEY } from "../auth/current-user.ts";

export type Drafts<Draft> = ReturnType<typeof createDrafts<Draft>>;

/** What was typed into forms that the end of a session took away. In memory alone, one a form and user. */
export function createDrafts<Draft>() {
  const kept = new Map<string, Draft>();
  return {
    keep(key: string, draft: Draft): void {
      kept.set(key, draft);
    },
    /** Hands a draft out once. */
    take(key: string): Draft | undefined {
      const draft = kept.get(key);
      kept.delete(key);
      return draft;
    },
  };
}

/**
 * Keeps what `find` answers when this form goes because the session has ended, so that it can be
 * put back for whoever signs in again under the same name.
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
  // Before the inputs are taken out of the form.
  useLayoutEffect(() => () => keep(), []);
}
