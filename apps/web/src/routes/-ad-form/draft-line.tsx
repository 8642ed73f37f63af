import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { TextButton } from "@studbook/ui/text-button";
import { Check, CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatSavedAt } from "./ad-draft.ts";
import type { useAdDraft } from "./use-ad-draft.ts";

type DraftLineProps = {
  draft: ReturnType<typeof useAdDraft>;
  /** Whether the form changes an ad, of which there may be a newer version than the draft's. */
  isEdit: boolean;
};

/** Says where the unsaved state of the form is. */
export function DraftLine({ draft, isEdit }: DraftLineProps) {
  const { saved, offer } = draft;
  const at = (savedAt: Date) => formatSavedAt(savedAt, new Date());
  const line = useRef<HTMLParagraphElement>(null);
  // The button that had the focus disappears, and while the dialog is open it keeps the focus.
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    line.current?.focus();
  });
  const thenFocus = (act: () => void) => () => {
    isFocusDue.current = true;
    act();
  };
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4.5 text-md text-ink-soft">
      <p ref={line} role="status" tabIndex={-1} className="flex items-start gap-2">
        {offer ? (
          <>
            <CircleAlert className="mt-0.5 size-5 flex-none text-warn" />
            <span>
              <b className="font-semibold text-ink">You have a draft</b>
              {` from ${at(offer.savedAt)} in this browser. ${isEdit ? "The listing was changed after it." : "It differs from what you have typed here."}`}
            </span>
          </>
        ) : (
          <SavedText saved={saved} at={at} />
        )}
      </p>
      {offer && <TextButton onClick={thenFocus(draft.takeOffer)}>Use the draft</TextButton>}
      {(offer || saved?.isStored) && (
        <ConfirmDialog
          trigger={<TextButton>Discard the draft</TextButton>}
          title="Discard the draft?"
          text={describeLoss(offer !== undefined, isEdit)}
          cancelLabel="Keep It"
          confirmLabel="Discard the Draft"
          onConfirm={thenFocus(draft.discard)}
        />
      )}
    </div>
  );
}

function describeLoss(isOffered: boolean, isEdit: boolean): string {
  if (isOffered) return "It will be deleted from this browser.";
  return isEdit
    ? "The form will show the listing as it is, and your changes are lost."
    : "What you have typed in this form is lost.";
}

type SavedTextProps = {
  saved: ReturnType<typeof useAdDraft>["saved"];
  at: (savedAt: Date) => string;
};

function SavedText({ saved, at }: SavedTextProps) {
  if (!saved) return "What you type is kept in this browser until you sign out.";
  if (!saved.isStored) return "This browser does not store drafts. Do not close this page yet.";
  return (
    <>
      <Check className="mt-0.5 size-5 flex-none text-success" />
      <span>
        <b className="font-semibold text-ink">Draft saved</b>
        {` in this browser at ${at(saved.at)}`}
      </span>
    </>
  );
}
