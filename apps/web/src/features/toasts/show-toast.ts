import type { ToastContent } from "@studbook/ui/toast";
import { createToastQueue } from "./toast-queue.ts";

const queue = createToastQueue();
let region: Promise<void> | undefined;

/**
 * Loads what draws notifications, so that one can be shown when the server is away. Throws
 * MissingPartError when it cannot be loaded; the next call tries again.
 */
export async function prepareToasts(): Promise<void> {
  region ??= import("./toast-outlet.tsx").then(({ openToastOutlet }) => openToastOutlet(queue));
  try {
    await region;
  } catch (error) {
    region = undefined;
    throw error;
  }
}

/** Shows a notification, after those that came before it. Throws what `prepareToasts` throws. */
export async function showToast(toast: ToastContent): Promise<void> {
  queue.add(toast);
  await prepareToasts();
}

/** Takes away every notification, as when what failed is tried again. */
export function clearToasts(): void {
  queue.clear();
}
