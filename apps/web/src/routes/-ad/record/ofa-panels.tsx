import { describeOfaReading } from "@studbook/domain/ofa/describe-ofa-reading";
import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import type { HealthTestRow } from "@studbook/domain/schemas/record/health";

/** What the stated OFA numbers say, in words and cut at their joints. Other numbers are left out. */
export function OfaPanels({ tests }: { tests: readonly HealthTestRow[] }) {
  const numbers = new Set(tests.flatMap(({ number }) => number ?? []));
  const readings = [...numbers].flatMap((number) => {
    const reading = findOfaReading(number);
    return reading ? { number, reading } : [];
  });
  return readings.map(({ number, reading }, index) => (
    <details key={number} className="ofa" open={index === 0}>
      <summary>{`What ${number} says`}</summary>
      <dl>
        {reading.parts.map(({ text, meaning }, index) => (
          <div key={index}>
            <dt>{text}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-md">{describeOfaReading(reading)}</p>
    </details>
  ));
}
