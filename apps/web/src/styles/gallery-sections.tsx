import type { Ad } from "../features/ads/ad-queries.ts";
import { pageWidth } from "../layout/page-width.ts";
import { Gallery } from "../routes/-ad/gallery.tsx";
import { FIXED_ADS } from "./fixed-ads.ts";

const { plain, threePhotos, noPhoto, brokenPhoto, sample } = FIXED_ADS;

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
