import { type RefObject, useEffect } from "react";

type Leave = { by: "escape" | "elsewhere" };

/** While `isOpen`, calls `onLeave` when Escape is pressed or the focus or a press lands outside `area`. */
export function useLeave(
  area: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onLeave: (leave: Leave) => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const leaveOutside = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) onLeave({ by: "elsewhere" });
    };
    document.addEventListener("focusin", leaveOutside, options);
    document.addEventListener("pointerdown", leaveOutside, options);
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Escape") onLeave({ by: "escape" });
      },
      options,
    );
    return () => stop.abort();
  }, [area, isOpen, onLeave]);
}
