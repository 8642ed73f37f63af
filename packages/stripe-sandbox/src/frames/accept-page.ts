/**
 * Resolves with the channel of the page that embeds this frame: the first one that the parent window
 * itself offers. Nobody else is listened to.
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
