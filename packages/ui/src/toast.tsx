import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import type { ReactNode } from "react";

const DURATION_MS = 5000;
const SWIPE_PX = 50;

const TONES = {
  success: { icon: CircleCheck, iconColor: "text-success", border: "border border-line" },
  destructive: {
    icon: CircleAlert,
    iconColor: "text-danger",
    border: "border-[1.5px] border-danger",
  },
} as const;

export type ToastTone = keyof typeof TONES;

const MOTION =
  "animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform data-[swipe=cancel]:duration-(--sb-base) data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)";

// A page with a bar at the bottom of the window sets the variable to its height.
const CORNER =
  "fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar,0px)+env(safe-area-inset-bottom))] z-50 md:right-6 md:bottom-[calc(1.5rem+var(--bottom-bar,0px))] md:left-auto md:w-100";

/**
 * The region of notifications, which F8 focuses. Toasts disappear after `DURATION_MS` or when swiped `SWIPE_PX` to
 * the right (specification, section 9). With `inPlace`, they stay and are part of the page's layout.
 */
export function ToastRegion({
  inPlace = false,
  children,
}: {
  inPlace?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Provider
      duration={inPlace ? Number.POSITIVE_INFINITY : DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
    >
      {children}
      <Radix.Viewport className={`grid gap-4 ${inPlace ? "max-w-100" : CORNER}`} />
    </Radix.Provider>
  );
}

export type ToastContent = {
  title: string;
  text?: string | undefined;
  /** Additional results, such as a partial success. A toast replaces the previous one, so it must say it all. */
  also?: string | undefined;
  tone: ToastTone;
};

/** One notification. Failures interrupt a screen reader, successes do not. */
export function Toast({
  title,
  text,
  also,
  tone,
  onClosed,
}: ToastContent & { onClosed?: (() => void) | undefined }) {
  const { icon: Icon, iconColor, border } = TONES[tone];
  return (
    <Radix.Root
      type={tone === "destructive" ? "foreground" : "background"}
      onOpenChange={(isOpen) => !isOpen && onClosed?.()}
      className={`flex items-start gap-3.5 rounded-lg bg-surface py-4.5 pr-3.5 pl-4.5 text-ink shadow-3 ${MOTION} ${border}`}
    >
      <Icon className={`mt-[3px] size-5 flex-none ${iconColor}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {text && <Radix.Description className="text-ink-soft">{text}</Radix.Description>}
        {also && <p className="mt-1 text-ink-soft">{also}</p>}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="-mt-2 -mr-1 -mb-2 grid size-11 flex-none place-items-center rounded-md text-ink-soft hover:bg-sunken"
      >
        <X className="size-5" />
      </Radix.Close>
    </Radix.Root>
  );
}
