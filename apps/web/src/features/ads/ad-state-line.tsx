import { Eye, EyeOff, Pause } from "lucide-react";
import type { AdState } from "./list-ad-states.ts";

const LOOKS = {
  public: { icon: Eye, text: "text-success", color: "" },
  paused: { icon: Pause, text: "text-ink-soft", color: "" },
  ended: { icon: EyeOff, text: "text-ink", color: "text-warn" },
  hidden: { icon: EyeOff, text: "text-ink", color: "text-warn" },
} as const;

/** Says whether the public sees a listing of the user. */
export function AdStateLine({ state: { kind, text } }: { state: AdState }) {
  const { icon: Icon, text: textColor, color } = LOOKS[kind];
  return (
    <span className={`flex items-start gap-2 font-semibold ${textColor}`}>
      <Icon className={`mt-[3px] size-4.5 flex-none ${color}`} />
      {text}
    </span>
  );
}
