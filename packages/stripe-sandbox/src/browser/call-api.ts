import type { PaymentIntent } from "@stripe/stripe-js";
import type { Failure } from "./messages.ts";

/** The origin of the sandbox and the page's publishable key. */
export type ApiAccess = { origin: string; key: string };

export type IntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { paymentIntent?: undefined; error: Failure };

const UNREACHABLE: Failure = {
  type: "api_connection_error",
  message:
    "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
};

/** Calls the sandbox with the publishable key. Returns refusals and lost connections as `error`. */
export async function callIntent(
  { origin, key }: ApiAccess,
  method: "GET" | "POST",
  path: string,
  params: Record<string, string>,
): Promise<IntentResult> {
  const url = new URL(path, origin);
  const form = new URLSearchParams({ ...params, key });
  if (method === "GET") url.search = form.toString();
  try {
    const response = await fetch(url, { method, ...(method === "POST" && { body: form }) });
    const json = await response.json();
    return response.ok ? { paymentIntent: json } : { error: json.error };
  } catch {
    return { error: UNREACHABLE };
  }
}
