import { ImageOff } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** A 4:3 well. Give `Picture`, `NoPicture` or `Watermark` to fill it. */
export function PhotoFrame({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`relative aspect-4/3 overflow-hidden bg-sunken ${className}`} {...rest} />;
}

export function Picture({ className = "", alt, ...rest }: { alt: string } & ComponentProps<"img">) {
  return <img alt={alt} className={`size-full object-cover ${className}`} {...rest} />;
}

export function NoPicture({ children }: { children: ReactNode }) {
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 font-medium text-ink-soft">
      <ImageOff className="size-10 opacity-80" strokeWidth={1.5} />
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
      <span className="-rotate-24 border-y-[.05em] border-[rgb(255_255_255/.88)] px-[.1em] pt-[.16em] pb-[.22em] font-display text-[12.5cqw] leading-none font-bold tracking-[.04em] whitespace-nowrap text-[rgb(255_255_255/.94)] [text-shadow:0_0_1px_rgb(20_20_16/.9),0_1px_5px_rgb(20_20_16/.5)]">
        {children}
      </span>
    </div>
  );
}
