import { formatHalves, showsPedigree, titledName } from "@studbook/domain/record/describe-record";
import type { AdPage } from "@studbook/domain/schemas/ad";
import { AdIndex } from "./ad-index.tsx";
import { ClubTests } from "./club-tests.tsx";
import { Facts } from "./facts.tsx";
import { HealthTable } from "./health-table.tsx";
import { OfaPanels } from "./ofa-panels.tsx";

type RecordTopProps = AdPage & { today: string };

/** The index of a listing and what its record says about the dog itself. A default export for React's lazy. */
export default function RecordTop({ ad, clubTests, today }: RecordTopProps) {
  const { identity = {}, titles, pedigree, health } = ad.record ?? {};
  const tests = health?.tests ?? [];
  const { registeredName, heightInches, microchipped } = identity;
  return (
    <>
      <AdIndex
        parts={[
          ["record", "The record"],
          ...(showsPedigree(pedigree) ? ([["pedigree", "Pedigree"]] as const) : []),
          ["breeding", "Breeding and terms"],
          ["about", "About"],
          ["contact", "Contact"],
        ]}
      />
      <section id="record" className="record">
        <h2>The record</h2>
        <Facts
          facts={[
            ["Registered name", registeredName && titledName(registeredName, titles)],
            ["Height", heightInches === undefined ? undefined : `${formatHalves(heightInches)} in`],
            ["Microchipped", microchipped === undefined ? undefined : microchipped ? "Yes" : "No"],
            ["Kennel", identity.kennelName],
            ["DNA profile", identity.dnaProfileNumber],
            ["CHIC number", health?.chicNumber ?? <span className="old">not stated</span>],
          ]}
        />
        <h3>Health tests</h3>
        {tests.length > 0 ? (
          <>
            <HealthTable tests={tests} today={today} />
            <OfaPanels tests={tests} />
          </>
        ) : (
          <p className="text-md text-ink-soft">No health tests stated</p>
        )}
        {clubTests && <ClubTests breed={ad.breed} list={clubTests} stated={tests} />}
      </section>
    </>
  );
}
