// Replaces the managers with which React Query refetches on focus and on reconnection, and pauses offline. This app does
// neither (src/trpc.ts).
const alwaysOn = { isFocused: () => true, isOnline: () => true, subscribe: () => () => undefined };

export { alwaysOn as focusManager, alwaysOn as onlineManager };
