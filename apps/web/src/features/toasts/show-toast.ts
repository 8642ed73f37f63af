import type { ToastContent } from "@studbook/ui/toast";
import { createToastStore } from "./toast-store.ts";

const store = createToastStore();
let region: Promise<void> | undefined;

/**
 * Loads what draws notifications, so that one can be shown when the server is away. Throws
 * MissingPartError when it cannot be loaded; the next call tries again.
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

/** Shows a notification in the place of the one before it. Throws what `prepareToasts` throws. */
export async function showToast(toast: ToastContent): Promise<void> {
  store.show(toast);
  await prepareToasts();
}

/** Takes the notification away, as when what failed is tried again. */
export function clearToasts(): void {
  store.clear();
}
