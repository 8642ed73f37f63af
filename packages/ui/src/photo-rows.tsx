import { ArrowDown, ArrowUp, CircleAlert, ImageOff, RotateCcw, X } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export type RowPhoto = {
  key: number;
  picture: string | undefined;
  /** The name of its file. */
  fileName?: string | undefined;
  /** What was done to the file. */
  note?: string | undefined;
  /** Uploaded, the fraction that was sent (0 to 1), or a sentence that says why the upload failed. */
  state: "done" | { sent: number } | { problem: string };
};

type PhotoRowsProps = {
  photos: readonly RowPhoto[];
  onMove: (key: number, to: number) => void;
  onRemove: (key: number) => void;
  onRetry: (key: number) => void;
};

const ROW =
  "grid items-start gap-x-4 gap-y-1.5 border-b border-line py-3.5 grid-cols-[104px_minmax(0,1fr)] min-[560px]:grid-cols-[136px_minmax(0,1fr)_auto] min-[560px]:items-center";

/** A list of photos that can be reordered with buttons or by dragging. The first one is the cover. */
export function PhotoRows({ photos, onMove, onRemove, onRetry }: PhotoRowsProps) {
  const [dragged, setDragged] = useState<number>();
  return (
    <ol aria-label="Photos" className="border-t-2 border-ink">
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
          className={`${ROW} ${dragged === photo.key ? "opacity-50" : ""}`}
        >
          <Thumbnail photo={photo} place={index + 1} />
          <Words photo={photo} place={index + 1} onRetry={() => onRetry(photo.key)} />
          <div className="col-span-full flex gap-2 min-[560px]:col-auto">
            <IconButton
              label={`Move photo ${index + 1} up`}
              icon={ArrowUp}
              isInactive={index === 0}
              onPress={() => onMove(photo.key, index - 1)}
            />
            <IconButton
              label={`Move photo ${index + 1} down`}
              icon={ArrowDown}
              isInactive={index === photos.length - 1}
              onPress={() => onMove(photo.key, index + 1)}
            />
            <IconButton
              label={`Remove photo ${index + 1}`}
              icon={X}
              onPress={() => onRemove(photo.key)}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

type RefusedRowProps = { sentence: string; advice?: string | undefined; onDismiss: () => void };

/** Says why a file was not added. */
export function RefusedRow({ sentence, advice, onDismiss }: RefusedRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_44px] items-start gap-x-4 border-b border-line py-3.5 min-[560px]:grid-cols-[136px_minmax(0,1fr)_auto] min-[560px]:items-center">
      <div className="hidden aspect-4/3 place-items-center rounded-sm bg-sunken text-danger min-[560px]:grid">
        <ImageOff className="size-6" />
      </div>
      <div className="min-w-0 text-md [overflow-wrap:anywhere]">
        <p className="flex items-start gap-1.5 font-semibold text-danger">
          <CircleAlert className="mt-0.5 size-5 flex-none" />
          {sentence}
        </p>
        {advice && <p className="text-ink-soft">{advice}</p>}
      </div>
      <IconButton label="Dismiss this note" icon={X} onPress={onDismiss} />
    </div>
  );
}

type PhotoProps = { photo: RowPhoto; place: number };

function Thumbnail({ photo: { picture, state }, place }: PhotoProps) {
  // Different from the words beside it, which would otherwise be read twice.
  const name = `Preview of photo ${place}`;
  return (
    <div className="aspect-4/3 overflow-hidden rounded-sm bg-sunken">
      {picture && (
        <img
          src={picture}
          alt={name}
          draggable={false}
          className={`size-full object-cover ${state === "done" ? "" : "brightness-[.55]"}`}
        />
      )}
    </div>
  );
}

function Words({ photo, place, onRetry }: PhotoProps & { onRetry: () => void }) {
  const { fileName, note, state } = photo;
  return (
    <div className="min-w-0 text-md [overflow-wrap:anywhere]">
      <p className="font-semibold">{place === 1 ? "First photo" : `Photo ${place}`}</p>
      {fileName && <Line>{fileName}</Line>}
      {state === "done" && note && <Line>{note}</Line>}
      {typeof state === "object" && "sent" in state && (
        <Progress label={`Photo ${place}`} fraction={state.sent} />
      )}
      {typeof state === "object" && "problem" in state && (
        <>
          <p className="flex items-center gap-1.5 font-semibold text-danger">
            <CircleAlert className="size-5 flex-none" />
            Not uploaded
          </p>
          <Line>{state.problem}</Line>
          <Button variant="secondary" size="small" className="mt-2" onClick={onRetry}>
            <RotateCcw className="size-5 flex-none" />
            Try Again
            <span className="sr-only"> with photo {place}</span>
          </Button>
        </>
      )}
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-ink-soft">{children}</p>;
}

type ProgressProps = {
  label: string;
  /** From 0 to 1. */
  fraction: number;
};

function Progress({ label, fraction }: ProgressProps) {
  const percent = Math.round(fraction * 100);
  return (
    <>
      <Line>{`Uploading, ${percent}%`}</Line>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        className="mt-2 h-1.5 overflow-hidden rounded-sm bg-line"
      >
        <div className="h-full bg-loden" style={{ width: `${percent}%` }} />
      </div>
    </>
  );
}
