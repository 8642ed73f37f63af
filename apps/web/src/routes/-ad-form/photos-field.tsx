import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { AddPhotoButton } from "@studbook/ui/add-photo-button";
import { PhotoRows, RefusedRow, type RowPhoto } from "@studbook/ui/photo-rows";
import {
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ListedPhoto } from "./photo-list.ts";
import type { PhotoUploads } from "./photo-uploads.ts";

type PhotosFieldProps = {
  uploads: PhotoUploads;
  /** The ID of the control, which gets the focus when there is an error. */
  id: string;
  /** The error, shown below the photos. */
  error?: { id: string; message: ReactNode } | undefined;
};

/** The photos of an ad, which can be added, reordered and removed. */
export function PhotosField({ uploads, id, error }: PhotosFieldProps) {
  const list = useSyncExternalStore(uploads.subscribe, uploads.getList, uploads.getList);
  const problems = useSyncExternalStore(
    uploads.subscribe,
    uploads.getProblems,
    uploads.getProblems,
  );
  const isPreparing = useSyncExternalStore(
    uploads.subscribe,
    uploads.getIsPreparing,
    uploads.getIsPreparing,
  );
  const panel = useRef<HTMLDivElement>(null);
  const hasAdded = useRef(false);
  useEffect(() => {
    if (problems.length === 0 || !hasAdded.current) return;
    hasAdded.current = false;
    panel.current?.focus();
  }, [problems]);
  const add = (files: File[]) => {
    hasAdded.current = true;
    void uploads.add(files);
  };
  const free = MAX_PHOTOS_PER_AD - list.length;
  const [isOver, setIsOver] = useState(false);
  const [news, setNews] = useState("");

  const move = (key: number, to: number) => {
    uploads.move(key, to);
    const place = uploads.getList().findIndex((photo) => photo.key === key) + 1;
    setNews(place === 1 ? "This is now the first photo." : `This is now photo ${place}.`);
  };
  const remove = (key: number) => {
    uploads.remove(key);
    setNews("Photo removed.");
    document.getElementById(id)?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) add(files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be added with the button.
    <div
      id={free > 0 ? undefined : id}
      tabIndex={-1}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(event.dataTransfer.types.includes("Files"));
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`rounded-md ${isOver ? "bg-loden-tint outline-3 outline-offset-4 outline-loden" : ""}`}
    >
      {list.length > 0 && (
        <PhotoRows
          photos={list.map(toRow)}
          onMove={move}
          onRemove={remove}
          onRetry={(key) => void uploads.retry(key)}
        />
      )}
      {problems.length > 0 && (
        <div
          ref={panel}
          role="alert"
          tabIndex={-1}
          className={list.length > 0 ? "" : "border-t-2 border-ink"}
        >
          {problems.map((problem) => (
            <RefusedRow
              key={problem.sentence}
              {...problem}
              onDismiss={() => {
                uploads.dismiss(problem);
                document.getElementById(id)?.focus();
              }}
            />
          ))}
        </div>
      )}
      {free > 0 && (
        <div className="mt-4">
          <AddPhotoButton
            id={id}
            label={
              list.length === 0
                ? "Add photo"
                : `Add photo (${free} more ${free === 1 ? "fits" : "fit"})`
            }
            onPick={add}
            aria-describedby={error?.id}
            aria-invalid={error ? true : undefined}
          />
        </div>
      )}
      {error?.message}
      <div role="status" className="text-md text-ink-soft">
        {isPreparing && <p className="mt-2">Preparing photos…</p>}
      </div>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

function toRow({ state, preview, ...photo }: ListedPhoto): RowPhoto {
  const row = { ...photo, picture: preview };
  if (state.kind === "uploaded") return { ...row, state: "done" };
  if (state.kind === "uploading") return { ...row, state: { sent: state.fraction } };
  return { ...row, state: { problem: state.sentence } };
}
