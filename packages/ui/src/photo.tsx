import { ImageOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";

/** A 4:3 frame for `Photo`, `Picture`, `NoPicture` and `Watermark`. */
export function PhotoFrame({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`relative aspect-4/3 overflow-hidden bg-sunken ${className}`} {...rest} />;
}

type PictureProps = { alt: string } & ComponentProps<"img">;

export function Picture({ className = "", alt, ...rest }: PictureProps) {
  return <img alt={alt} className={`size-full object-cover ${className}`} {...rest} />;
}

type PhotoProps = PictureProps & {
  /** Shown if there is no photo or it fails to load. */
  fallback: ReactNode;
  /** Shown over the photo, but not over the fallback. */
  overlay?: ReactNode;
};

export function Photo({ src, fallback, overlay, ...rest }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  if (src === undefined || failed === src) return fallback;
  return (
    <>
      <Picture
        // The image may have failed before hydration, when onError was not attached yet.
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

type NoPictureProps = { className?: string; children?: ReactNode };

export function NoPicture({ className = "text-ink-soft", children }: NoPictureProps) {
  return (
    <div
      className={`grid size-full place-content-center justify-items-center gap-2 font-medium ${className}`}
    >
      <ImageOff className={`opacity-80 ${children ? "size-10" : "size-7"}`} strokeWidth={1.5} />
      {children}
    </div>
  );
}

/** Text across the photo. */
export function Watermark({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="watermark">
      <span>{children}</span>
    </div>
  );
}
