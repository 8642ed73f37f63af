import { formatDollars } from "@studbook/domain/format";
import { FEMALE_NEED_LABELS } from "@studbook/domain/record/choices";
import { describePickOfLitter } from "@studbook/domain/record/describe-record";
import type { ReactNode } from "react";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { datedFact } from "../-ad/record/dated-fact.tsx";
import { Facts } from "../-ad/record/facts.tsx";
import { OutsideLink } from "../-ad/record/outside-link.tsx";

/** What a print sheet says of the breeding beside its first facts, and of the terms, if anything. */
export function SheetTerms({ ad, today }: { ad: Ad; today: string }) {
  const { breeding = {}, terms = {} } = ad.record ?? {};
  const facts: (readonly [label: string, fact: ReactNode])[] = [
    ["Semen analysis", datedFact("semen", breeding.semenAnalysisDate, today)],
    ["Brucellosis test", datedFact("brucellosis", breeding.brucellosisTestDate, today)],
    ["Deposit", terms.deposit === undefined ? undefined : formatDollars(terms.deposit)],
    ["Pick of the litter instead", describePickOfLitter(terms)],
    ["A litter means", terms.litterMeans],
    ["If no litter", terms.repeatBreeding],
    ["Collection and shipping", terms.extraCosts],
    [
      "Required of the female",
      terms.femaleNeeds?.map((need) => FEMALE_NEED_LABELS[need]).join("; "),
    ],
    ["Contract", terms.contractUrl && <OutsideLink url={terms.contractUrl} />],
  ];
  if (facts.every(([, fact]) => fact === undefined)) return null;
  return (
    <section>
      <h2>Breeding and terms</h2>
      <Facts facts={facts} />
    </section>
  );
}
