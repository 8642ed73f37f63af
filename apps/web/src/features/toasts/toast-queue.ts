import type { ToastContent } from "@studbook/ui/toast";

export type QueuedToast = ToastContent & { id: number };

/** Toasts in the order of their coming, of which the first is shown (specification, section 9). */
export function createToastQueue() {
  let waiting: QueuedToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: QueuedToast[]) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  return {
    add(toast: ToastContent): void {
      lastId += 1;
      change([...waiting, { ...toast, id: lastId }]);
    },
    /** Takes one away, so that the next is shown. */
    remove(id: number): void {
      change(waiting.filter((toast) => toast.id !== id));
    },
    /** Takes all away: what they said is out of date. */
    clear(): void {
      if (waiting.length > 0) change([]);
    },
    findCurrent(): QueuedToast | undefined {
      return waiting[0];
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
