import { Toast, ToastRegion } from "@studbook/ui/toast";
import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import type { createToastStore } from "./toast-store.ts";

type ToastStore = ReturnType<typeof createToastStore>;

/** Puts the notification of a store at the end of the document, whatever page is shown. */
export function openToastOutlet(store: ToastStore): void {
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<ToastOutlet store={store} />);
}

function ToastOutlet({ store }: { store: ToastStore }) {
  const current = useSyncExternalStore(store.subscribe, store.findCurrent);
  return (
    // A new region for each: Radix stays paused after a toast that was dismissed under the pointer.
    <ToastRegion key={current?.id}>
      {current && <Toast key={current.id} {...current} onClosed={() => store.remove(current.id)} />}
    </ToastRegion>
  );
}
