import { type ReactNode, type RefObject, useState } from "react";
import Lightbox, {
  type ContainerRect,
  type ControllerRef,
  type GenericSlide,
  MODULE_NAVIGATION,
  MODULE_TOOLBAR,
  type Plugin,
  type ZoomRef,
} from "yet-another-react-lightbox";
import Inline from "yet-another-react-lightbox/plugins/inline";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { NoPicture, Photo } from "./photo.tsx";

const MOVE_MS = 320;
const ZOOM_MS = 200;

/** Between the photo and the bars of the viewer, except on phones. */
const MARGIN_PX = 16;
const PHONE_WIDTH_PX = 760;

export type ViewerPhoto = {
  src: string | undefined;
  srcSet?: string | undefined;
  /** A small file of the same photo, shown while the large one loads. */
  thumbnail: string;
  alt: string;
};

/** By the index of the photo. */
export type Ratios = Readonly<Record<number, number>>;

interface PhotoSlide extends GenericSlide {
  type: "photo";
  index: number;
}

declare module "yet-another-react-lightbox" {
  interface SlideTypes {
    photo: PhotoSlide;
  }
}

const withoutControls: Plugin = ({ remove }) => {
  remove(MODULE_TOOLBAR);
  remove(MODULE_NAVIGATION);
};

type PhotoStageProps = {
  photos: readonly ViewerPhoto[];
  index: number;
  onMove: (index: number) => void;
  onZoom: (zoom: number) => void;
  carousel: RefObject<ControllerRef | null>;
  zoomer: RefObject<ZoomRef | null>;
  /** Width divided by height of the photos that have loaded. The others cannot be zoomed. */
  ratios: Ratios;
  onLoad: (index: number, ratio: number) => void;
  /** The largest zoom. 1 is the size that fits the stage. */
  maxZoom: number;
  /** Shown over each photo. */
  overlay: ReactNode;
};

/** The photos, one of which is shown whole. They can be swiped, pinched and panned. */
export function PhotoStage({
  photos,
  index,
  onMove,
  onZoom,
  carousel,
  zoomer,
  ratios,
  onLoad,
  maxZoom,
  overlay,
}: PhotoStageProps) {
  // With other slides, the carousel would start again.
  const [slides] = useState(() => photos.map((_, index): PhotoSlide => ({ type: "photo", index })));
  return (
    <Lightbox
      plugins={[Inline, Zoom, withoutControls]}
      slides={slides}
      index={index}
      carousel={{ finite: photos.length === 1, padding: 0 }}
      animation={{ swipe: MOVE_MS, zoom: ZOOM_MS }}
      controller={{ ref: carousel }}
      zoom={{
        ref: zoomer,
        supports: ["photo"],
        maxZoom: (slide) => (slide.type === "photo" && ratios[slide.index] ? maxZoom : 1),
        pinchZoomV4: true,
      }}
      on={{ view: ({ index }) => onMove(index), zoom: ({ zoom }) => onZoom(zoom) }}
      // Inline carousels let the browser scroll the page, which would end a pan of the photo.
      styles={{ container: { "--yarl__controller_touch_action": "none" } }}
      render={{
        slide({ slide, rect, zoom = 1 }) {
          const photo = slide.type === "photo" && photos[slide.index];
          if (!photo) return null;
          return (
            <FullPhoto
              photo={photo}
              frame={fitPhoto(ratios[slide.index], rect)}
              zoom={zoom}
              onLoad={(ratio) => onLoad(slide.index, ratio)}
              overlay={overlay}
            />
          );
        },
      }}
    />
  );
}

/** Returns the size of a photo in the stage, or of the stage if the photo's proportions are not known yet. */
function fitPhoto(ratio: number | undefined, stage: ContainerRect): ContainerRect {
  const margin = stage.width < PHONE_WIDTH_PX ? 0 : MARGIN_PX;
  const height = Math.max(stage.height - 2 * margin, 0);
  if (!ratio) return { width: stage.width, height };
  const width = Math.min(stage.width, height * ratio);
  return { width, height: width / ratio };
}

type FullPhotoProps = {
  photo: ViewerPhoto;
  frame: ContainerRect;
  zoom: number;
  onLoad: (ratio: number) => void;
  overlay: ReactNode;
};

function FullPhoto({ photo, frame, zoom, onLoad, overlay }: FullPhotoProps) {
  return (
    // The viewer's counter is announced instead.
    <div aria-live="off" className="relative flex-none" style={frame}>
      <Photo
        src={photo.src}
        srcSet={photo.srcSet}
        sizes={`${Math.ceil(frame.width * Math.ceil(zoom))}px`}
        alt={photo.alt}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onLoad(naturalWidth / naturalHeight)
        }
        className="bg-contain bg-center bg-no-repeat object-contain!"
        style={{ backgroundImage: `url(${JSON.stringify(photo.thumbnail)})` }}
        fallback={<NoPicture className="text-viewer-soft">No image</NoPicture>}
        overlay={overlay}
      />
    </div>
  );
}
