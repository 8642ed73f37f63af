import { utcDay } from "@studbook/domain/age";
import { factLabel, formatElapsed } from "@studbook/domain/record/dated-facts";
import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import { Clock } from "lucide-react";
import { useId, useRef, useState } from "react";
import { getNow } from "../../clock.ts";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { EditLink, NOTE_ACTION, RecordNote } from "./record-note.tsx";
import { RenewFact } from "./renew-fact.tsx";

type OldFactRowProps = {
  ad: OwnAd;
  oldFact: OldFactOfAd;
  onRenewed: () => void;
  onGone: () => void;
};

/** Says that visitors see a fact of a listing grayed, because it is old, and lets its owner renew it. */
export function OldFactRow({ ad, oldFact: { fact, date }, onRenewed, onGone }: OldFactRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const today = utcDay(getNow());
  const label = factLabel(fact);
  const name = <span className="sr-only">{` (${label.toLowerCase()} of ${ad.dogName})`}</span>;
  const cancel = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <RecordNote
      icon={Clock}
      text={`${label} ${formatElapsed(date, today)} old: grayed on the ad`}
      action={
        // A new exam also has a new result.
        fact === "eyes" ? (
          <EditLink id={ad.id}>Renew it{name}</EditLink>
        ) : (
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-controls={formId}
            onClick={() => setIsOpen(!isOpen)}
            className={NOTE_ACTION}
          >
            Renew it{name}
          </button>
        )
      }
    >
      {fact !== "eyes" && (
        <div id={formId} className="basis-full">
          {isOpen && (
            <RenewFact
              ad={ad}
              fact={fact}
              today={today}
              onCancel={cancel}
              onRenewed={onRenewed}
              onGone={onGone}
            />
          )}
        </div>
      )}
    </RecordNote>
  );
}
