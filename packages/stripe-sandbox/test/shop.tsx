import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

/** A page that pays the intent in its URL, as a shop would build it. */
const params = new URLSearchParams(location.search);
const clientSecret = params.get("secret") ?? "";
const stripe = loadStripe("pk_test_sandbox");

function Shop() {
  const [theme, setTheme] = useState<"stripe" | "night">("stripe");
  const [mounts, setMounts] = useState(0);
  useEffect(() => setMounts((times) => times + 1), []);
  return (
    <main>
      <h1>Shop</h1>
      <output aria-label="mounts">{mounts}</output>
      <button type="button" onClick={() => setTheme("night")}>
        Dark
      </button>
      <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
        <Form />
      </Elements>
    </main>
  );
}

function Form() {
  const stripe = useStripe();
  const elements = useElements();
  const [log, setLog] = useState<string[]>([]);
  const [state, setState] = useState("");
  const [result, setResult] = useState("");
  const note = (entry: string) => setLog((entries) => [...entries, entry]);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements) return;
    setResult("paying");
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      redirect: "if_required",
    });
    setResult(error ? `${error.type}: ${error.message}` : paymentIntent.status);
  };
  return (
    <form onSubmit={pay}>
      <PaymentElement
        onReady={() => note("ready")}
        onFocus={() => note("focus")}
        onBlur={() => note("blur")}
        onLoadError={({ error }) => note(`loaderror ${error.message}`)}
        onChange={({ complete, empty }) => {
          setState(complete ? "complete" : empty ? "empty" : "incomplete");
        }}
      />
      <button type="submit">Pay</button>
      <output aria-label="events">{log.join(" ")}</output>
      <output aria-label="state">{state}</output>
      <output aria-label="result">{result}</output>
    </form>
  );
}

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
}
