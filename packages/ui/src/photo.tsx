import { ImageOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";

/** A 4:3 well. Give `Photo`, `Picture`, `NoPicture` or `Watermark` to fill it. */
export function PhotoFrame({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`relative aspect-4/3 overflow-hidden bg-sunken ${className}`} {...rest} />;
}

type PictureProps = { alt: string } & ComponentProps<"img">;

export function Picture({ className = "", alt, ...rest }: PictureProps) {
  return <img alt={alt} className={`size-full object-cover ${className}`} {...rest} />;
}

type PhotoProps = PictureProps & {
  /** What stands in the well when there is no photo, or it cannot be loaded. */
  missing: ReactNode;
  /** Lies over the photo, and only over a photo. */
  overlay?: ReactNode;
};

export function Photo({ src, missing, overlay, ...rest }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  if (src === undefined || failed === src) return missing;
  return (
    <>
      <Picture
        // It may have failed before the page was taken over, when nobody listened yet.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailed(src);
        }}
        onError={() => setFailed(src)}
        src={src}
        {...rest}
      />
      {overlay}
    </>
  );
}

export function NoPicture({ children }: { children?: ReactNode }) {
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 font-medium text-ink-soft">
      <ImageOff className={`opacity-80 ${children ? "size-10" : "size-7"}`} strokeWidth={1.5} />
      {children}
    </div>
  );
}

/** Words across the photo, sized by the photo's own width so that thumbnails carry them too. */
export function Watermark({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="@container pointer-events-none absolute inset-0 grid place-items-center overflow-hidden"
    >
      <span className="forced-color-adjust-none -rotate-24 border-y-[.05em] border-[rgb(255_255_255/.88)] px-[.1em] pt-[.16em] pb-[.22em] font-display text-[12.5cqw] leading-none font-bold tracking-[.04em] whitespace-nowrap text-[rgb(255_255_255/.94)] [text-shadow:0_0_1px_rgb(20_20_16/.9),0_1px_5px_rgb(20_20_16/.5)]">
        {children}
      </span>
    </div>
  );
}
