import type { ToastContent } from "@studbook/ui/toast";
import { createToastStore } from "./toast-store.ts";

const store = createToastStore();
let region: Promise<void> | undefined;

/**
 * Loads the toast component early, so that a toast can be shown even when the server is down. Throws ChunkLoadError if
 * it cannot be loaded; the next call tries again.
 */
export async function prepareToasts(): Promise<void> {
  region ??= import("./toast-outlet.tsx").then(({ openToastOutlet }) => openToastOutlet(store));
  try {
    await region;
  } catch (error) {
    region = undefined;
    throw error;
  }
}

/** Shows a toast, which replaces the previous one. Throws what `prepareToasts` throws. */
export async function showToast(toast: ToastContent): Promise<void> {
  store.show(toast);
  await prepareToasts();
}

/** Removes the toast, such as when a failed action is tried again. */
export function clearToasts(): void {
  store.clear();
}
