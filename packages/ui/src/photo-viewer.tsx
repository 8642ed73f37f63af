import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { type ControllerRef, cssClass, type ZoomRef } from "yet-another-react-lightbox";
import { PhotoStage, type Ratios, type ViewerPhoto } from "./photo-stage.tsx";
import { ViewerButton, ViewerThumbnails, ZoomButtons } from "./viewer-controls.tsx";

const MAX_ZOOM = 4;

const ROUND =
  "absolute top-1/2 size-14 -translate-y-1/2 rounded-full! bg-viewer p-0! max-md:hidden";

type PhotoViewerProps = {
  /** What the photos show. */
  name: string;
  photos: readonly ViewerPhoto[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
  /** Called when the viewer has closed, to move the focus back to the page. */
  returnFocus: () => void;
  /** Shown over each photo. */
  overlay?: ReactNode;
  /** Appended to the accessible name of each thumbnail. */
  note?: string;
};

/**
 * Shows whole photos on the full screen, dark in both themes. The arrow keys, Home and End change the photo, + and - zoom,
 * Escape closes. While a photo is zoomed, the arrow keys move it instead.
 */
export function PhotoViewer({
  name,
  photos,
  index,
  onMove,
  onClose,
  returnFocus,
  overlay,
  note = "",
}: PhotoViewerProps) {
  const carousel = useRef<ControllerRef>(null);
  const zoomer = useRef<ZoomRef>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [ratios, setRatios] = useState<Ratios>({});
  const hasMore = photos.length > 1;

  const goTo = (target: number) => {
    const steps = target - (carousel.current?.getLightboxState().currentIndex ?? target);
    if (steps > 0) carousel.current?.next({ count: steps });
    if (steps < 0) carousel.current?.prev({ count: -steps });
  };
  const previous = () => carousel.current?.prev();
  const next = () => carousel.current?.next();
  const zoomIn = () => zoomer.current?.zoomIn();
  const zoomOut = () => zoomer.current?.zoomOut();

  const actions: Record<string, () => void> = {
    ArrowLeft: previous,
    ArrowRight: next,
    Home: () => goTo(0),
    End: () => goTo(photos.length - 1),
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isPan = zoom > 1 && event.key.startsWith("Arrow");
    const act = isPan ? findPan(event, stage.current) : actions[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          aria-modal="true"
          aria-describedby={undefined}
          onKeyDownCapture={onKey}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="photo-viewer fixed inset-0 z-40 grid animate-fade grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] bg-viewer text-on-viewer print:hidden"
        >
          <div className="flex items-center gap-3 border-b border-viewer-line py-2.5 pr-3 pl-5">
            <Dialog.Title className="line-clamp-2 min-w-0 text-lg leading-tight">
              <span className="sr-only">Photos of </span>
              {name}
            </Dialog.Title>
            {hasMore && (
              <span role="status" className="whitespace-nowrap text-viewer-soft tabular-nums">
                {index + 1} of {photos.length}
              </span>
            )}
            <ViewerButton onClick={onClose} className="ml-auto flex-none">
              <X className="size-5" />
              Close
            </ViewerButton>
          </div>
          <div ref={stage} className="relative min-h-0">
            <PhotoStage
              photos={photos}
              index={index}
              onMove={onMove}
              onZoom={setZoom}
              carousel={carousel}
              zoomer={zoomer}
              ratios={ratios}
              onLoad={(loaded, ratio) => setRatios((known) => ({ [loaded]: ratio, ...known }))}
              maxZoom={MAX_ZOOM}
              overlay={overlay}
            />
            {hasMore && (
              <>
                <ViewerButton
                  aria-label="Previous photo"
                  onClick={previous}
                  className={`left-6 ${ROUND}`}
                >
                  <ChevronLeft className="size-5" />
                </ViewerButton>
                <ViewerButton aria-label="Next photo" onClick={next} className={`right-6 ${ROUND}`}>
                  <ChevronRight className="size-5" />
                </ViewerButton>
              </>
            )}
          </div>
          <div className="relative flex min-h-18 items-center gap-2.5 border-t border-viewer-line px-4 pt-3.5 pb-[calc(14px+env(safe-area-inset-bottom))] md:justify-center md:px-5">
            {hasMore && (
              <ViewerThumbnails
                urls={photos.map(({ thumbnail }) => thumbnail)}
                current={index}
                onChoose={goTo}
                overlay={overlay}
                note={note}
              />
            )}
            <ZoomButtons
              zoom={zoom}
              maxZoom={ratios[index] ? MAX_ZOOM : 1}
              onZoomIn={zoomIn}
              onZoomOut={zoomOut}
            />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns what moves a zoomed photo, which the carousel does only by keys that are pressed in it. Undefined if this one was. */
function findPan({ key, target }: KeyboardEvent, stage: HTMLElement | null) {
  const carousel = stage?.querySelector(`.${cssClass("container")}`);
  if (!carousel || (target instanceof Node && carousel.contains(target))) return undefined;
  return () => {
    const copy = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    carousel.dispatchEvent(copy);
  };
}
