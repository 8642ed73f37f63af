import { Toast, ToastRegion } from "@studbook/ui/toast";
import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import type { createToastStore } from "./toast-store.ts";

type ToastStore = ReturnType<typeof createToastStore>;

/** Renders the toast of a store at the end of the document, on every page. */
export function openToastOutlet(store: ToastStore): void {
  const container = document.body.appendChild(document.createElement("div"));
  createRoot(container).render(<ToastOutlet store={store} />);
}

function ToastOutlet({ store }: { store: ToastStore }) {
  const current = useSyncExternalStore(store.subscribe, store.getCurrent);
  return (
    // A new region for each toast, because Radix stays paused after a toast is dismissed under the pointer.
    <ToastRegion key={current?.id}>
      {current && <Toast key={current.id} {...current} onClosed={() => store.remove(current.id)} />}
    </ToastRegion>
  );
}
