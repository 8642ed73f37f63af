import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

// Replaces React Query's base hook. This app uses no suspense, error boundaries or persisted caches for queries, always
// subscribes, and has one query client.
export function useBaseQuery(options, Observer) {
  const client = useQueryClient();
  const defaulted = client.defaultQueryOptions(options);
  defaulted._optimisticResults = "optimistic";
  const [observer] = useState(() => new Observer(client, defaulted));
  const result = observer.getOptimisticResult(defaulted);
  useEffect(() => {
    observer.setOptions(defaulted);
  }, [defaulted, observer]);
  const getResult = () => observer.getCurrentResult();
  const subscribe = (onChange) => {
    const unsubscribe = observer.subscribe(notifyManager.batchCalls(onChange));
    observer.updateResult();
    return unsubscribe;
  };
  useSyncExternalStore(useCallback(subscribe, [observer]), getResult, getResult);
  return observer.trackResult(result);
}
