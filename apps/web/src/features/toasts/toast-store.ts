import type { ToastContent } from "@studbook/ui/toast";

export type ShownToast = ToastContent & { id: number };

/** The one toast that is shown: a newer one takes its place at once (specification, section 9). */
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
    /** Takes one away, unless a newer one has done so. */
    remove(id: number): void {
      if (current?.id === id) change(undefined);
    },
    /** Takes away what is shown: what it said is out of date. */
    clear(): void {
      if (current) change(undefined);
    },
    findCurrent(): ShownToast | undefined {
      return current;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
