import type { ToastContent } from "@studbook/ui/toast";
import { createToastQueue } from "./toast-queue.ts";

const queue = createToastQueue();
let region: Promise<void> | undefined;

/**
 * Shows a notification, after those that came before it. What draws it is loaded with the first one:
 * resolves when it has been, throws MissingPartError when it could not be.
 */
export async function showToast(toast: ToastContent): Promise<void> {
  queue.add(toast);
  region ??= import("./toast-outlet.tsx").then(({ openToastOutlet }) => openToastOutlet(queue));
  try {
    await region;
  } catch (error) {
    region = undefined;
    throw error;
  }
}

/** Takes away every notification, as when what failed is tried again. */
export function clearToasts(): void {
  queue.clear();
}
