import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { AddPhotoTile } from "@studbook/ui/add-photo-tile";
import { FieldError } from "@studbook/ui/field";
import { PhotoTiles, type TilePhoto } from "@studbook/ui/photo-tiles";
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
  useEffect(() => {
    if (problems.length > 0) panel.current?.focus();
  }, [problems]);
  const notes = list.flatMap(({ note }) => note ?? []);
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
    if (files.length > 0) void uploads.add(files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be added with the button.
    <div
      id={list.length < MAX_PHOTOS_PER_AD ? undefined : id}
      tabIndex={-1}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(event.dataTransfer.types.includes("Files"));
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`rounded-md ${isOver ? "bg-loden-tint outline-3 outline-offset-4 outline-loden" : ""}`}
    >
      <PhotoTiles
        photos={list.map(toTile)}
        onMove={move}
        onRemove={remove}
        onRetry={(key) => void uploads.retry(key)}
      >
        {list.length < MAX_PHOTOS_PER_AD && (
          <AddPhotoTile
            id={id}
            onPick={(files) => void uploads.add(files)}
            aria-describedby={error?.id}
            aria-invalid={error ? true : undefined}
          />
        )}
      </PhotoTiles>
      {problems.length > 0 && (
        <div ref={panel} role="alert" tabIndex={-1} className="mt-2 rounded-md pb-1">
          {problems.map(({ sentence, advice }) => (
            <div key={sentence}>
              <FieldError>{sentence}</FieldError>
              {advice && <p className="mt-1 ml-7 text-md text-ink-soft">{advice}</p>}
            </div>
          ))}
        </div>
      )}
      {error?.message}
      <div role="status" className="text-md text-ink-soft">
        {isPreparing && <p className="mt-2">Preparing photos…</p>}
        {notes.map((note) => (
          <p key={note} className="mt-2 [overflow-wrap:anywhere]">
            {note}
          </p>
        ))}
      </div>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

function toTile({ key, preview, state }: ListedPhoto): TilePhoto {
  if (state.kind === "uploaded") return { key, picture: preview, state: "done" };
  if (state.kind === "uploading") return { key, picture: preview, state: { sent: state.fraction } };
  return { key, picture: preview, state: { problem: state.sentence } };
}
