import { Watermark } from "@studbook/ui/photo";
import { lazy, Suspense, useRef, useState } from "react";
import { MainPhoto } from "./main-photo.tsx";
import { Thumbnails } from "./thumbnails.tsx";
import { useFullPhotos } from "./use-full-photos.ts";

const FullPhotos = lazy(() => import("./full-photos.tsx"));

type GalleryProps = { name: string; images: string[]; isSample: boolean };

export function Gallery({ name, images, isSample }: GalleryProps) {
  const { opened, open } = useFullPhotos();
  const [chosen, setChosen] = useState<number>();
  const gallery = useRef<HTMLDivElement>(null);
  // After a reload, the photos are open at the one with which they were opened, if the ad still has it.
  const current = chosen ?? (opened !== undefined && images[opened] ? opened : 0);
  const hasMore = images.length > 1;
  const note = isSample ? ". Sample ad" : "";
  const watermark = isSample && <Watermark>SAMPLE AD</Watermark>;
  const placeOf = (index: number) => (hasMore ? `${index + 1} of ${images.length}` : undefined);
  const describePhoto = (index: number) => {
    const place = placeOf(index);
    return `${name}${place ? `, photo ${place}` : ""}${note}`;
  };
  return (
    <div ref={gallery}>
      <MainPhoto
        url={images[current]}
        alt={describePhoto(current)}
        place={placeOf(current)}
        overlay={watermark}
        onOpen={() => images[current] && open(current)}
        onSwipe={(step) => setChosen((current + step + images.length) % images.length)}
      />
      {hasMore && (
        <Thumbnails
          images={images}
          current={current}
          onChoose={setChosen}
          note={note}
          overlay={watermark}
        />
      )}
      {opened !== undefined && images[current] && (
        <Suspense>
          <FullPhotos
            name={name}
            images={images}
            current={current}
            onChoose={setChosen}
            describePhoto={describePhoto}
            overlay={watermark}
            note={note}
            gallery={gallery}
          />
        </Suspense>
      )}
    </div>
  );
}
