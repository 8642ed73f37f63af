import { ImagePlus } from "lucide-react";
import { type ComponentProps, useRef } from "react";

type AddPhotoTileProps = {
  onPick: (files: File[]) => void;
} & Pick<ComponentProps<"button">, "id" | "aria-describedby" | "aria-invalid">;

/** A dashed tile that opens the browser's file picker. */
export function AddPhotoTile({ onPick, ...rest }: AddPhotoTileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="grid aspect-4/3 w-full place-content-center justify-items-center gap-1.5 rounded-md border-2 border-dashed border-edge text-md leading-[1.3] font-semibold text-loden hover:bg-loden-tint aria-invalid:border-danger"
        {...rest}
      >
        <ImagePlus className="size-7" />
        Add photo
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photo files"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // Otherwise picking the same file again would not fire a change event.
          target.value = "";
        }}
      />
    </>
  );
}
