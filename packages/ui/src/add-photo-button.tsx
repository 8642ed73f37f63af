import { ImagePlus } from "lucide-react";
import { type ComponentProps, useRef } from "react";

type AddPhotoButtonProps = {
  label: string;
  onPick: (files: File[]) => void;
} & Pick<ComponentProps<"button">, "id" | "aria-describedby" | "aria-invalid">;

/** A dashed button that opens the browser's file picker. */
export function AddPhotoButton({ label, onPick, ...rest }: AddPhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="flex min-h-16 w-full items-center justify-center gap-2.5 rounded-md border-2 border-dashed border-edge px-4 py-2 text-md leading-[1.3] font-semibold text-loden hover:bg-loden-tint aria-invalid:border-danger"
        {...rest}
      >
        <ImagePlus className="size-6 flex-none" />
        {label}
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
