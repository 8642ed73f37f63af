import { formatDollars } from "@studbook/domain/format";
import { FEMALE_NEED_LABELS, METHOD_LABELS } from "@studbook/domain/record/choices";
import {
  describeAge,
  describePickOfLitter,
  describeProven,
} from "@studbook/domain/record/describe-record";
import type { Ad } from "../../../features/ads/ad-queries.ts";
import { datedFact } from "./dated-fact.tsx";
import { Facts } from "./facts.tsx";
import { OutsideLink } from "./outside-link.tsx";

export function BreedingAndTerms({ ad, today }: { ad: Ad; today: string }) {
  const { breeding = {}, terms = {}, availability } = ad.record ?? {};
  const { femaleNeeds = [] } = terms;
  const isFrozenOnly = availability?.status === "frozen-only";
  return (
    <section id="breeding">
      <h2>Breeding and terms</h2>
      <div className="columns">
        <div>
          <h3>Breeding</h3>
          <Facts
            facts={[
              ["Proven", describeProven(breeding)],
              ["Methods", breeding.methods && <Methods methods={breeding.methods} />],
              ["Semen analysis", datedFact("semen", breeding.semenAnalysisDate, today)],
              ["Brucellosis test", datedFact("brucellosis", breeding.brucellosisTestDate, today)],
              [
                "Available",
                isFrozenOnly ? (
                  <>
                    Frozen semen only
                    <small>{describeAge(ad.birthdate, today, availability)}</small>
                  </>
                ) : (
                  "Yes"
                ),
              ],
            ]}
          />
        </div>
        <div>
          <h3>Terms</h3>
          <Facts
            facts={[
              ["Stud fee", formatDollars(ad.studFee)],
              ["Deposit", terms.deposit === undefined ? undefined : formatDollars(terms.deposit)],
              ["Pick of the litter instead", describePickOfLitter(terms)],
              ["A litter means", terms.litterMeans],
              ["If no litter", terms.repeatBreeding],
              ["Collection and shipping", terms.extraCosts],
              ["Contract", terms.contractUrl && <OutsideLink url={terms.contractUrl} />],
            ]}
          />
        </div>
        {femaleNeeds.length > 0 && (
          <div>
            <h3>Required of the female</h3>
            <ul>
              {femaleNeeds.map((need) => (
                <li key={need}>{FEMALE_NEED_LABELS[need]}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

function Methods({ methods }: { methods: readonly (keyof typeof METHOD_LABELS)[] }) {
  return methods.map((method, index) => (
    <span key={method}>
      {index > 0 && <br />}
      {METHOD_LABELS[method]}
    </span>
  ));
}
