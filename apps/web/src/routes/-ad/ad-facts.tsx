import { formatDollars } from "@studbook/domain/format";
import {
  describeAge,
  describeMethods,
  describeProven,
  describeRegistration,
  formatHalves,
} from "@studbook/domain/record/describe-record";
import { stateName } from "@studbook/domain/states";
import { Badge } from "@studbook/ui/badge";
import { RegisterList, RegisterRow } from "@studbook/ui/register-list";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { Disclaimer } from "./disclaimer.tsx";
import { hasRecord } from "./has-record.ts";

function Titles({ children }: { children: string | undefined }) {
  return children && <span className="font-sans text-lg">{children}</span>;
}

/** The name of the dog and what breeders look at first. */
export function AdFacts({ ad, today }: { ad: Ad; today: string }) {
  const { identity = {}, titles, place, breeding = {}, availability } = ad.record ?? {};
  const isFrozenOnly = availability?.status === "frozen-only";
  const state = stateName(ad.state);
  const facts: Record<string, string | undefined> = {
    Location: place ? `${place.city}, ${state}` : state,
    Age: describeAge(ad.birthdate, today, availability),
    Color: identity.color,
    Weight:
      identity.weightPounds === undefined ? undefined : `${formatHalves(identity.weightPounds)} lb`,
    Registration: describeRegistration(identity),
    Proven: describeProven(breeding),
    Methods: isFrozenOnly
      ? "Frozen semen only"
      : breeding.methods && describeMethods(breeding.methods),
  };
  return (
    <>
      <div className="grid gap-3">
        <h1>
          <Titles>{titles?.prefix}</Titles> {ad.dogName} <Titles>{titles?.suffix}</Titles>
        </h1>
        <Badge>{ad.breed}</Badge>
        {hasRecord(ad) && <Disclaimer isRecord />}
      </div>
      <RegisterList>
        <RegisterRow label="Stud fee">
          <span className="font-display text-xl tracking-[-.012em]">
            {formatDollars(ad.studFee)}
          </span>
        </RegisterRow>
        {Object.entries(facts).map(
          ([label, fact]) =>
            fact && (
              <RegisterRow key={label} label={label}>
                {fact}
              </RegisterRow>
            ),
        )}
      </RegisterList>
    </>
  );
}
