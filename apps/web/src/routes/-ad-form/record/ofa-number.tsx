import { describeTypedOfaNumber } from "@studbook/domain/ofa/describe-ofa-reading";
import type { OfaReading } from "@studbook/domain/ofa/ofa-reading";

type OfaNumberProps = {
  /** Undefined for a text that is no OFA number. */
  reading: OfaReading | undefined;
  /** Sentences about what contradicts the number. */
  warnings: readonly string[];
};

/** What a typed number says, while it is typed. */
export function OfaNumber({ reading, warnings }: OfaNumberProps) {
  return (
    <div aria-live="polite">
      {reading && (
        <>
          <dl className="ofa-number">
            {reading.parts.map(({ text, meaning }, index) => (
              <div key={index}>
                <dt>{text.toUpperCase()}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2.5 text-md [overflow-wrap:anywhere]">
            <b className="font-semibold">{describeTypedOfaNumber(reading)}</b> We only read the
            number. We do not ask OFA.
          </p>
          {warnings.map((warning) => (
            <p
              key={warning}
              className="mt-2 rounded-md bg-warn-tint px-3.5 py-2 text-md [overflow-wrap:anywhere]"
            >
              {warning}
            </p>
          ))}
        </>
      )}
    </div>
  );
}
