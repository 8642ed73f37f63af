import type { Ad } from "../src/features/ads/ad-queries.ts";
import { pageWidth } from "../src/layout/page-width.ts";
import { AdFacts } from "../src/routes/-ad/ad-facts.tsx";
import { AdPending } from "../src/routes/-ad/ad-pending.tsx";
import { Description } from "../src/routes/-ad/description.tsx";
import { Gallery } from "../src/routes/-ad/gallery.tsx";
import { OwnerContact } from "../src/routes/-ad/owner-contact.tsx";
import { FIXED_ADS, TODAY } from "./fixed-ads.ts";

const { plain, threePhotos, noPhoto, brokenPhoto, sample, unbrokenName } = FIXED_ADS;

export function AdSection() {
  return (
    <div className={`grid gap-12 py-6 lg:grid-cols-3 ${pageWidth}`}>
      {[plain, noPhoto, unbrokenName].map((ad) => (
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

export function GallerySection() {
  return (
    <div className={`grid gap-8 py-6 lg:grid-cols-2 ${pageWidth}`}>
      {[threePhotos, plain, noPhoto, brokenPhoto].map((ad) => (
        <AdGallery key={ad.dogName} ad={ad} />
      ))}
    </div>
  );
}

export function SampleGallerySection() {
  return (
    <div className={`py-6 ${pageWidth}`}>
      <div className="max-w-175">
        <AdGallery ad={sample} isSample />
      </div>
    </div>
  );
}

function AdGallery({ ad, isSample = false }: { ad: Ad; isSample?: boolean }) {
  return <Gallery name={ad.dogName} images={ad.images} isSample={isSample} />;
}
