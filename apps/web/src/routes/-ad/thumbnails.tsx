import { photoAtWidth } from "@studbook/domain/photos";
import { NoPicture, Photo } from "@studbook/ui/photo";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

type ThumbnailsProps = {
  images: string[];
  current: number;
  onChoose: (index: number) => void;
  /** Appended to each link's accessible name. */
  note: string;
  overlay: ReactNode;
};

/** Links to the photos that show them as the main photo instead. The arrow keys move between them. */
export function Thumbnails({ images, current, onChoose, note, overlay }: ThumbnailsProps) {
  const list = useRef<HTMLUListElement>(null);

  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (current + by + images.length) % images.length;
    onChoose(next);
    list.current?.querySelectorAll("a")[next]?.focus();
  };

  const choose = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(index);
  };

  return (
    <ul
      ref={list}
      aria-label="Photos"
      className="mt-3 grid grid-cols-3 gap-3 md:grid-cols-[repeat(3,150px)] print:grid-cols-2"
    >
      {images.map((url, index) => (
        <li key={url} className="print:has-aria-[current]:hidden">
          <a
            href={photoAtWidth(url, 1600)}
            aria-label={`Photo ${index + 1} of ${images.length}${note}`}
            aria-current={index === current ? "true" : undefined}
            onClick={(event) => choose(event, index)}
            onKeyDown={step}
            data-needs-scripts
            className="relative block aspect-4/3 w-full overflow-hidden rounded-md bg-sunken aria-[current]:outline-3 aria-[current]:outline-offset-2 aria-[current]:outline-loden focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-saddle aria-[current]:focus-visible:outline-saddle"
          >
            <Photo
              src={photoAtWidth(url, 320)}
              alt=""
              width={320}
              height={240}
              loading="lazy"
              className="late-photo"
              fallback={<NoPicture />}
              overlay={overlay}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
