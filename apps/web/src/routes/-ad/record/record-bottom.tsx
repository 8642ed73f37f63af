import { describeCoi, showsPedigree } from "@studbook/domain/record/describe-record";
import type { Ad } from "../../../features/ads/ad-queries.ts";
import { BreedingAndTerms } from "./breeding-and-terms.tsx";
import { Facts } from "./facts.tsx";
import { OutsideLink } from "./outside-link.tsx";
import { Pedigree } from "./pedigree.tsx";

/** The pedigree and the terms of a listing. A default export for React's lazy. */
export default function RecordBottom({ ad, today }: { ad: Ad; today: string }) {
  const { pedigree } = ad.record ?? {};
  return (
    <>
      {pedigree && showsPedigree(pedigree) && (
        <section id="pedigree">
          <h2>Pedigree</h2>
          {pedigree.ancestors && <Pedigree names={pedigree.ancestors} />}
          <Facts
            facts={[
              ["Inbreeding (COI)", describeCoi(pedigree)],
              ["Pedigree elsewhere", pedigree.url && <OutsideLink url={pedigree.url} />],
            ]}
          />
        </section>
      )}
      <BreedingAndTerms ad={ad} today={today} />
    </>
  );
}
