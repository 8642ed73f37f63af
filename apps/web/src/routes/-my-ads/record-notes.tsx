import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import { Info } from "lucide-react";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { OldFactRow } from "./old-fact-row.tsx";
import { EditLink, RecordNote } from "./record-note.tsx";

export type RecordNotesProps = {
  ad: OwnAd;
  oldFacts: readonly OldFactOfAd[];
  /** Called after a fact was renewed. */
  onRenewed: () => void;
  /** Called if the listing no longer exists. */
  onGone: () => void;
};

/** What is old in the record of a listing, and what the owner should add to it. */
export function RecordNotes({ ad, oldFacts, onRenewed, onGone }: RecordNotesProps) {
  if (ad.testsStated && oldFacts.length === 0) return null;
  return (
    <div className="text-md">
      {oldFacts.map((oldFact) => (
        <OldFactRow
          key={oldFact.fact}
          ad={ad}
          oldFact={oldFact}
          onRenewed={onRenewed}
          onGone={onGone}
        />
      ))}
      {!ad.testsStated && (
        <RecordNote
          icon={Info}
          text="No health tests stated"
          action={
            <EditLink id={ad.id}>
              Add tests<span className="sr-only"> of {ad.dogName}</span>
            </EditLink>
          }
        />
      )}
    </div>
  );
}
