// The same hook, built on useSyncExternalStore, which React has had since version 18.
import { useRef, useSyncExternalStore } from "react";

export function useSyncExternalStoreWithSelector(subscribe, getSnapshot, _, select, isEqual) {
  const previous = useRef();
  const read = () => {
    const snapshot = getSnapshot();
    const last = previous.current;
    if (last && last.snapshot === snapshot && last.select === select) return last.selection;
    const found = select(snapshot);
    const selection = last && isEqual(last.selection, found) ? last.selection : found;
    previous.current = { snapshot, select, selection };
    return selection;
  };
  return useSyncExternalStore(subscribe, read, read);
}
