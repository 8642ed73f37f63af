import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { CURRENT_USER_KEY } from "../auth/current-user.ts";
import { type DraftPlace, removeDraft, saveDraft } from "./drafts.ts";

const SAVE_EVERY_MS = 5000;

type Saved = {
  at: Date;
  /** False if the draft is lost when the page is closed, because the browser does not store it. */
  isStored: boolean;
};

/**
 * Saves the draft that `find` returns every 5 seconds and when the page is left, if it has changed. Without unsaved changes,
 * `find` returns undefined.
 */
export function useDraft<Draft>(place: DraftPlace, find: () => Draft | undefined) {
  const [saved, setSaved] = useState<Saved>();
  const lastText = useRef<string>(undefined);
  const isFinished = useRef(false);

  const forget = () => {
    removeDraft(place);
    lastText.current = undefined;
    setSaved(undefined);
  };
  const save = useEffectEvent(() => {
    if (isFinished.current) return;
    const draft = find();
    if (draft === undefined) {
      if (lastText.current !== undefined) forget();
      return;
    }
    const text = JSON.stringify(draft);
    if (text === lastText.current) return;
    lastText.current = text;
    const at = new Date();
    setSaved({ at, isStored: saveDraft(place, draft, at) });
  });
  useEffect(() => {
    const timer = setInterval(() => save(), SAVE_EVERY_MS);
    // Phones may end a hidden page without another event.
    const onHidden = () => document.visibilityState === "hidden" && save();
    const onLeave = () => save();
    document.addEventListener("visibilitychange", onHidden);
    addEventListener("pagehide", onLeave);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onHidden);
      removeEventListener("pagehide", onLeave);
    };
  }, []);
  // A layout effect, because it runs before the inputs are removed from the form.
  useLayoutEffect(() => () => save(), []);

  return {
    saved,
    /** Call this with a draft that the form has restored, so that it is not saved again. */
    adopt(draft: Draft, at: Date): void {
      lastText.current = JSON.stringify(draft);
      setSaved({ at, isStored: true });
    },
    /** Removes the draft. Later changes are saved. */
    discard: forget,
    /** Removes the draft of a form that has been sent. */
    finish(): void {
      isFinished.current = true;
      forget();
    },
  };
}

/** Saves the draft that `find` returns only if the form is closed because the session has ended. */
export function useDraftOfEndedSession<Draft>(
  place: DraftPlace,
  find: () => Draft | undefined,
): void {
  const queryClient = useQueryClient();
  const save = useEffectEvent(() => {
    const draft = queryClient.getQueryData(CURRENT_USER_KEY) === null ? find() : undefined;
    if (draft !== undefined) saveDraft(place, draft, new Date());
  });
  useLayoutEffect(() => () => save(), []);
}
