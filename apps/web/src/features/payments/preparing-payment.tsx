import { Spinner } from "@studbook/ui/spinner";
import { NeedsScript } from "../forms/needs-script.tsx";

/** Shown until the card form is ready. */
export function PreparingPayment() {
  return (
    <div className="grid min-h-80 place-items-center">
      <NeedsScript what="Paying" />
      <div className="noscript:hidden">
        <Spinner>Preparing the payment form…</Spinner>
      </div>
    </div>
  );
}
