import { NoPicture, Photo, PhotoFrame, Watermark } from "@studbook/ui/photo";
import { useState } from "react";
import { photoSources } from "../../features/ads/photo-srcset.ts";
import { Thumbnails } from "./thumbnails.tsx";

const MAIN_SIZES = "(min-width: 1280px) 702px, (min-width: 1000px) 56vw, 100vw";

type GalleryProps = { name: string; images: string[]; isSample: boolean };

export function Gallery({ name, images, isSample }: GalleryProps) {
  const [current, setCurrent] = useState(0);
  const shown = images[current];
  const note = isSample ? ". Sample ad" : "";
  const watermark = isSample && <Watermark>SAMPLE AD</Watermark>;
  const count = images.length > 1 ? `, photo ${current + 1} of ${images.length}` : "";
  return (
    <div>
      <PhotoFrame className="-mx-(--sb-gutter) md:mx-0 md:rounded-lg print:mx-0 print:rounded-lg">
        <Photo
          {...photoSources(shown, MAIN_SIZES)}
          alt={`${name}${count}${note}`}
          fetchPriority="high"
          fallback={<NoPicture>{shown ? "No image" : "No images available"}</NoPicture>}
          overlay={watermark}
        />
      </PhotoFrame>
      {images.length > 1 && (
        <Thumbnails
          images={images}
          current={current}
          onChoose={setCurrent}
          note={note}
          overlay={watermark}
        />
      )}
    </div>
  );
}
