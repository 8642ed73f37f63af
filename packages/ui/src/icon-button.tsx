import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type IconButtonProps = {
  label: string;
  icon: LucideIcon;
  /** The button does nothing, but keeps the focus, which a disabled one would lose. */
  isInactive?: boolean;
  onPress: () => void;
} & Pick<ComponentProps<"button">, "ref">;

/** A square button with an icon. */
export function IconButton({
  label,
  icon: Icon,
  isInactive = false,
  onPress,
  ref,
}: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-disabled={isInactive || undefined}
      onClick={() => !isInactive && onPress()}
      className={`grid size-11 flex-none place-items-center rounded-md border-[1.5px] bg-surface ${isInactive ? "cursor-not-allowed border-line text-ink-soft" : "border-edge text-ink hover:bg-sunken"}`}
    >
      <Icon className="size-5" />
    </button>
  );
}
