import { NoPicture, Photo } from "@studbook/ui/photo";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

type ThumbnailsProps = {
  photos: string[];
  current: number;
  onChoose: (index: number) => void;
  /** Appended to each button's accessible name. */
  note: string;
  overlay: ReactNode;
};

/** Buttons that select the main photo. The arrow keys move between them. */
export function Thumbnails({ photos, current, onChoose, note, overlay }: ThumbnailsProps) {
  const list = useRef<HTMLUListElement>(null);

  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (current + by + photos.length) % photos.length;
    onChoose(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  return (
    <ul
      ref={list}
      aria-label="Photos"
      className="mt-3 grid grid-cols-3 gap-3 md:grid-cols-[repeat(3,150px)]"
    >
      {photos.map((src, index) => (
        <li key={src}>
          <button
            type="button"
            aria-label={`Photo ${index + 1} of ${photos.length}${note}`}
            aria-current={index === current ? "true" : undefined}
            onClick={() => onChoose(index)}
            onKeyDown={step}
            className="relative block aspect-4/3 w-full overflow-hidden rounded-md bg-sunken aria-[current]:outline-3 aria-[current]:outline-offset-2 aria-[current]:outline-loden focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-saddle aria-[current]:focus-visible:outline-saddle"
          >
            <Photo
              src={src}
              alt=""
              width={320}
              height={240}
              fallback={<NoPicture />}
              overlay={overlay}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
