import { Toast, ToastRegion } from "@studbook/ui/toast";
import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import type { createToastQueue } from "./toast-queue.ts";

type ToastQueue = ReturnType<typeof createToastQueue>;

/** Puts the notifications of a queue at the end of the document, whatever page is shown. */
export function openToastOutlet(queue: ToastQueue): void {
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<ToastOutlet queue={queue} />);
}

function ToastOutlet({ queue }: { queue: ToastQueue }) {
  const current = useSyncExternalStore(queue.subscribe, queue.findCurrent);
  return (
    // A new region for each: Radix stays paused after a toast that was dismissed under the pointer.
    <ToastRegion key={current?.id}>
      {current && <Toast key={current.id} {...current} onClosed={() => queue.remove(current.id)} />}
    </ToastRegion>
  );
}
