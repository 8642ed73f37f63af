import type { PaymentIntent } from "@stripe/stripe-js";
import type { ApiAccess } from "./call-api.ts";
import { connectFrame, createFrame } from "./open-frame.ts";

/** Returns the ID of the 3D Secure challenge that an intent waits for, if there is one. */
export function challengeOf(intent: PaymentIntent): string | undefined {
  const sdk = intent.status === "requires_action" ? intent.next_action?.use_stripe_sdk : undefined;
  return sdk && "source" in sdk && typeof sdk.source === "string" ? sdk.source : undefined;
}

/** Shows the 3D Secure challenge in a modal dialog. Escape closes it and fails the authentication. */
export function authenticate({ origin, key }: ApiAccess, challenge: string): Promise<void> {
  const url = new URL("/v3/authenticate", origin);
  url.searchParams.set("challenge", challenge);
  const dialog = document.createElement("dialog");
  const frame = createFrame(url, "3D Secure authentication");
  dialog.setAttribute("aria-label", "3D Secure authentication");
  coverViewport(dialog.style);
  Object.assign(frame.style, { margin: "10vh auto 0", maxWidth: "420px", height: "360px" });
  dialog.append(frame);
  document.body.append(dialog);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      // Errors are ignored on purpose: the caller retrieves the intent next and reads its status.
      fail(origin, key, challenge).then(resolve, resolve);
    });
    connectFrame(frame, origin).then((port) => {
      port.onmessage = ({ data }) => {
        if (data === "done") resolve();
        if (data === "escape") dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
      };
    });
  });
  dialog.showModal();
  return closed.finally(() => dialog.remove());
}

function coverViewport(style: CSSStyleDeclaration): void {
  Object.assign(style, {
    background: "rgb(15 23 42 / 60%)",
    border: "0",
    boxSizing: "border-box",
    height: "100dvh",
    maxHeight: "none",
    maxWidth: "none",
    padding: "16px",
    width: "100vw",
  });
}

async function fail(origin: string, key: string, challenge: string): Promise<void> {
  const body = new URLSearchParams({ key, passed: "false" });
  await fetch(new URL(`/v1/challenges/${challenge}/answer`, origin), { method: "POST", body });
}
