import { NoPicture, Photo, PhotoFrame } from "@studbook/ui/photo";
import { Maximize2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { photoSources } from "../../features/ads/photo-srcset.ts";

const SIZES = "(min-width: 1280px) 702px, (min-width: 1000px) 56vw, 100vw";
const SWIPE_PX = 40;

type MainPhotoProps = {
  url: string | undefined;
  alt: string;
  /** Its place among the photos, such as "1 of 3". Shown on phones. */
  place: string | undefined;
  overlay: ReactNode;
  onOpen: () => void;
  /** `step` is 1 for the next photo and -1 for the previous one. */
  onSwipe: (step: number) => void;
};

/** A photo in a 4:3 frame that opens the whole photo when clicked. */
export function MainPhoto({ url, alt, place, overlay, onOpen, onSwipe }: MainPhotoProps) {
  const touchedAt = useRef(0);
  return (
    <PhotoFrame
      // Clicks on the button, which keyboards and screen readers use, arrive here, too.
      onClick={onOpen}
      onPointerDown={({ clientX }) => {
        touchedAt.current = clientX;
      }}
      onPointerUp={({ pointerType, clientX }) => {
        const moved = clientX - touchedAt.current;
        if (pointerType === "touch" && Math.abs(moved) > SWIPE_PX) onSwipe(-Math.sign(moved));
      }}
      data-needs-scripts
      className="-mx-(--sb-gutter) [touch-action:pan-y_pinch-zoom] md:mx-0 md:rounded-lg print:mx-0 print:rounded-lg"
    >
      <Photo
        {...photoSources(url, SIZES)}
        alt={alt}
        fetchPriority="high"
        className="cursor-zoom-in"
        fallback={<NoPicture>{url ? "No image" : "No images available"}</NoPicture>}
        overlay={overlay}
      />
      {place && (
        <span
          aria-hidden="true"
          className="absolute bottom-3 left-3 rounded-sm bg-viewer px-3 py-2 text-md leading-tight font-semibold text-on-viewer md:hidden print:hidden"
        >
          {place}
        </span>
      )}
      {url && (
        <button
          type="button"
          className="absolute right-3 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-3.5 text-md font-semibold hover:bg-sunken noscript:hidden print:hidden"
        >
          <Maximize2 className="size-5" />
          View full photos
        </button>
      )}
    </PhotoFrame>
  );
}
