/** Creates a frame. Its styles are set as properties, which every Content-Security-Policy allows. */
export function createFrame(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = url.href;
  frame.title = title;
  frame.setAttribute("allow", "payment *");
  const { style } = frame;
  style.border = "0";
  style.display = "block";
  style.width = "100%";
  // If the color schemes differed, the browser would paint an opaque background behind the frame.
  style.colorScheme = "light";
  return frame;
}

/**
 * Sends the frame one end of a message channel when it has loaded, and resolves with the other end.
 * Only a document of `origin` receives it.
 */
export function connectFrame(frame: HTMLIFrameElement, origin: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    frame.addEventListener(
      "load",
      () => {
        const { port1, port2 } = new MessageChannel();
        frame.contentWindow?.postMessage("connect", origin, [port2]);
        resolve(port1);
      },
      { once: true },
    );
  });
}
