import { ArrowLeft, ArrowRight, CircleAlert, RotateCcw, X } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

export type TilePhoto = {
  key: number;
  picture: string | undefined;
  /** Uploaded, the fraction that was sent (0 to 1), or a sentence that says why the upload failed. */
  state: "done" | { sent: number } | { problem: string };
};

type PhotoTilesProps = {
  photos: readonly TilePhoto[];
  onMove: (key: number, to: number) => void;
  onRemove: (key: number) => void;
  onRetry: (key: number) => void;
  /** The tile that adds a photo. */
  children?: ReactNode;
};

/** Photos that can be reordered with buttons or by dragging. The first one is the cover. */
export function PhotoTiles({ photos, onMove, onRemove, onRetry, children }: PhotoTilesProps) {
  const [dragged, setDragged] = useState<number>();
  return (
    <ul
      aria-label="Photos"
      className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3.5 sm:grid-cols-3"
    >
      {photos.map((photo, index) => (
        <li
          key={photo.key}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            // Firefox only drags elements with data.
            event.dataTransfer.setData("text/plain", "");
            setDragged(photo.key);
          }}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event: DragEvent) => {
            if (dragged === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            onMove(dragged, index);
            setDragged(undefined);
          }}
          className={`grid content-start gap-2 ${dragged === photo.key ? "opacity-50" : ""}`}
        >
          <Tile photo={photo} place={index + 1} onRemove={() => onRemove(photo.key)} />
          {typeof photo.state === "object" && "problem" in photo.state && (
            <>
              <p className="text-sm">{photo.state.problem}</p>
              <Button variant="secondary" size="small" onClick={() => onRetry(photo.key)}>
                <RotateCcw className="size-5 flex-none" />
                Try Again
                <span className="sr-only"> with photo {index + 1}</span>
              </Button>
            </>
          )}
          {photos.length > 1 && (
            <div className="flex justify-center gap-2">
              <MoveButton
                label={`Move photo ${index + 1} earlier`}
                disabled={index === 0}
                onMove={() => onMove(photo.key, index - 1)}
              >
                <ArrowLeft className="size-5" />
              </MoveButton>
              <MoveButton
                label={`Move photo ${index + 1} later`}
                disabled={index === photos.length - 1}
                onMove={() => onMove(photo.key, index + 1)}
              >
                <ArrowRight className="size-5" />
              </MoveButton>
            </div>
          )}
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  );
}

type TileProps = { photo: TilePhoto; place: number; onRemove: () => void };

function Tile({ photo: { picture, state }, place, onRemove }: TileProps) {
  const name = `Photo ${place}`;
  return (
    <div className="relative aspect-4/3 overflow-hidden rounded-md bg-sunken">
      {picture && (
        <img src={picture} alt={name} draggable={false} className="size-full object-cover" />
      )}
      {state !== "done" && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-[rgb(20_24_20/.72)] pt-9 font-semibold text-[#fff]">
          {"sent" in state ? (
            <>
              Uploading…
              <Progress label={name} fraction={state.sent} />
            </>
          ) : (
            <>
              <CircleAlert className="size-5" />
              Not uploaded
            </>
          )}
        </div>
      )}
      {place === 1 && state === "done" && (
        <span className="absolute bottom-2 left-2 rounded-sm bg-[rgb(20_24_20/.78)] px-2.25 py-1.5 text-sm leading-none font-semibold text-[#fff]">
          First photo
        </span>
      )}
      <button
        type="button"
        aria-label={`Remove photo ${place}`}
        onClick={onRemove}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-[rgb(20_24_20/.78)] text-[#fff]"
      >
        <X className="size-5" />
      </button>
    </div>
  );
}

type MoveButtonProps = {
  label: string;
  disabled: boolean;
  onMove: () => void;
  children: ReactNode;
};

/** Uses aria-disabled, because a disabled button would lose the keyboard focus. */
function MoveButton({ label, disabled, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onMove()}
      className={`grid size-11 place-items-center rounded-md border-[1.5px] ${disabled ? "cursor-not-allowed border-line text-ink-soft" : "border-edge text-ink hover:bg-sunken"}`}
    >
      {children}
    </button>
  );
}

type ProgressProps = {
  label: string;
  /** From 0 to 1. */
  fraction: number;
};

/** A progress bar at the bottom of a darkened photo. */
function Progress({ label, fraction }: ProgressProps) {
  const percent = Math.round(fraction * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="absolute inset-x-3 bottom-3.5 h-1.5 overflow-hidden rounded-sm bg-[rgb(255_255_255/.5)]"
    >
      <div className="h-full bg-[#fff]" style={{ width: `${percent}%` }} />
    </div>
  );
}
