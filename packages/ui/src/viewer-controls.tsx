import { Minus, Plus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { NoPicture, Photo } from "./photo.tsx";

export function ViewerButton({ className = "", ...rest }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border-[1.5px] border-viewer-line px-3 text-md font-semibold hover:border-viewer-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:hover:border-viewer-line ${className}`}
      {...rest}
    />
  );
}

type ViewerThumbnailsProps = {
  urls: readonly string[];
  current: number;
  onChoose: (index: number) => void;
  overlay: ReactNode;
  note: string;
};

export function ViewerThumbnails({
  urls,
  current,
  onChoose,
  overlay,
  note,
}: ViewerThumbnailsProps) {
  return (
    <ul aria-label="Photos" className="flex min-w-0 gap-2.5">
      {urls.map((url, index) => (
        <li key={url} className="w-15 min-w-0 md:w-19">
          <button
            type="button"
            aria-label={`Photo ${index + 1} of ${urls.length}${note}`}
            aria-current={index === current ? "true" : undefined}
            onClick={() => onChoose(index)}
            className="relative block h-11.5 w-full overflow-hidden rounded-sm opacity-60 outline-offset-2 outline-brass hover:opacity-100 aria-[current]:opacity-100 aria-[current]:outline-3 md:h-14.25"
          >
            <Photo
              src={url}
              alt=""
              fallback={<NoPicture className="text-viewer-soft" />}
              overlay={overlay}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

type ZoomButtonsProps = {
  /** 1 if the photo fits the screen. */
  zoom: number;
  maxZoom: number;
  onZoomIn: () => void;
  onZoomOut: () => void;
};

/** Uses aria-disabled, because a disabled button would lose the keyboard focus. */
export function ZoomButtons({ zoom, maxZoom, onZoomIn, onZoomOut }: ZoomButtonsProps) {
  return (
    <div className="ml-auto flex flex-none items-center gap-1.5 md:absolute md:right-5">
      <ViewerButton aria-label="Zoom out" aria-disabled={zoom <= 1} onClick={onZoomOut}>
        <Minus className="size-5" />
      </ViewerButton>
      <span className="min-w-14 text-center tabular-nums max-md:hidden">
        {Math.round(zoom * 100)}%
      </span>
      <ViewerButton aria-label="Zoom in" aria-disabled={zoom >= maxZoom} onClick={onZoomIn}>
        <Plus className="size-5" />
      </ViewerButton>
    </div>
  );
}
