/** Makes a frame of the sandbox's; its style is set property by property, which every policy allows. */
export function createFrame(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = url.href;
  frame.title = title;
  frame.setAttribute("allow", "payment *");
  const { style } = frame;
  style.border = "0";
  style.display = "block";
  style.width = "100%";
  // Another scheme than the frame's own document would paint its canvas.
  style.colorScheme = "light";
  return frame;
}

/**
 * Hands the frame one end of a channel as soon as it has loaded: to a document of `origin` alone, so
 * whatever else may have got in there cannot answer. Resolves with the other end.
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
