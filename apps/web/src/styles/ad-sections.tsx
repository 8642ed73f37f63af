import { pageWidth } from "../layout/page-width.ts";
import { AdFacts } from "../routes/-ad/ad-facts.tsx";
import { AdPending } from "../routes/-ad/ad-pending.tsx";
import { Description } from "../routes/-ad/description.tsx";
import { OwnerContact } from "../routes/-ad/owner-contact.tsx";
import { FIXED_ADS, TODAY } from "./fixed-ads.ts";

const SHOWN = [FIXED_ADS.plain, FIXED_ADS.noPhoto, FIXED_ADS.unbrokenName];

export function AdSection() {
  return (
    <div className={`grid gap-12 py-6 lg:grid-cols-3 ${pageWidth}`}>
      {SHOWN.map((ad) => (
        <div key={ad.dogName} className="grid min-w-0 content-start gap-5.5">
          <AdFacts ad={ad} today={TODAY} />
          <OwnerContact ad={ad} />
          <Description name={ad.dogName} text={ad.description} />
        </div>
      ))}
    </div>
  );
}

export function AdPendingSection() {
  return <AdPending />;
}
