import type { ReactNode } from "react";

const TONES = {
  loden: "bg-loden-tint text-on-loden-tint",
  saddle: "bg-saddle-tint text-saddle",
  muted: "bg-sunken text-ink-soft",
  success: "bg-success-tint text-success",
  danger: "bg-danger-tint text-danger",
} as const;

export type BadgeTone = keyof typeof TONES;

type BadgeProps = {
  /** loden for breeds, saddle for memberships, the others for states, whose text is the badge's content. */
  tone?: BadgeTone;
  children: ReactNode;
};

export function Badge({ tone = "loden", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 justify-self-start rounded-sm px-2.5 py-[3px] text-[.9375rem] leading-[1.45] font-semibold forced-colors:border ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
