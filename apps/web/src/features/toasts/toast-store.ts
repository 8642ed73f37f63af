import type { ToastContent } from "@studbook/ui/toast";

export type ShownToast = ToastContent & { id: number };

/** Holds the current toast, which a newer one replaces immediately (specification, section 9). */
export function createToastStore() {
  let current: ShownToast | undefined;
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: ShownToast | undefined) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    show(toast: ToastContent): void {
      lastId += 1;
      change({ ...toast, id: lastId });
    },
    /** Removes a toast, unless a newer one has replaced it. */
    remove(id: number): void {
      if (current?.id === id) change(undefined);
    },
    /** Removes the current toast, because it is out of date. */
    clear(): void {
      if (current) change(undefined);
    },
    getCurrent(): ShownToast | undefined {
      return current;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
