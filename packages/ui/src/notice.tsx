import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  warn: { panel: "bg-warn-tint", icon: "text-warn" },
  danger: { panel: "bg-danger-tint", icon: "text-danger" },
} as const;

type NoticeProps = { tone: keyof typeof TONES; icon: LucideIcon; children: ReactNode };

/** A tinted panel that screen readers announce when it appears. */
export function Notice({ tone, icon: Icon, children }: NoticeProps) {
  return (
    <div
      role="alert"
      className={`flex gap-3.5 rounded-md border border-transparent px-4.5 py-4 text-ink ${TONES[tone].panel}`}
    >
      <Icon className={`mt-1 size-5 flex-none ${TONES[tone].icon}`} />
      <div className="grid min-w-0 justify-items-start gap-3">{children}</div>
    </div>
  );
}
