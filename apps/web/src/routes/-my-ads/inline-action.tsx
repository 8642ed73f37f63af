import { buttonClass } from "@studbook/ui/button";
import type { MenuItem } from "@studbook/ui/menu";

/** A menu item as a button or link of its own, for wide screens. */
export function InlineAction({ item }: { item: MenuItem }) {
  const className = item.isDanger
    ? `ml-auto border-transparent! hover:border-danger! ${buttonClass({ variant: "danger-quiet", size: "small" })}`
    : `px-2.5! ${buttonClass({ variant: "bare", size: "small" })}`;
  if ("href" in item) {
    return (
      <a href={item.href} className={className}>
        {item.label}
      </a>
    );
  }
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => item.onSelect(currentTarget)}
      className={className}
    >
      {item.label}
    </button>
  );
}
