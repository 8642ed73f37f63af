/**
 * Resolves with the first message port that the embedding page sends. Messages from other windows are
 * ignored.
 */
export function acceptPage(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports;
      const isPage = event.source === window.parent && /^https?:/.test(event.origin);
      if (!isPage || event.data !== "connect" || !port) return;
      window.removeEventListener("message", listen);
      resolve(port);
    };
    window.addEventListener("message", listen);
  });
}
