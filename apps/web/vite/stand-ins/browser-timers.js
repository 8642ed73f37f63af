// Replaces React Query's exchangeable timers with those of the browser.
export const timeoutManager = globalThis;
export const systemSetTimeoutZero = (callback) => void setTimeout(callback, 0);
