import type { ApiAccess } from "./call-api.ts";
import { CardElement } from "./card-element.ts";
import { confirmIntent, finishAction, retrieveIntent } from "./confirm-payment.ts";
import { ElementsGroup, type GroupOptions } from "./elements-group.ts";
import { IntegrationError } from "./integration-error.ts";
import type { BillingDetails } from "./messages.ts";

type MethodData = { billing_details?: BillingDetails };
type ConfirmOptions = {
  elements?: ElementsGroup;
  clientSecret?: string;
  confirmParams?: {
    return_url?: string;
    payment_method?: string;
    payment_method_data?: MethodData;
  };
  redirect?: "always" | "if_required";
};
type CardData = {
  payment_method?: string | (MethodData & { card?: CardElement });
  return_url?: string;
};

/** What `Stripe(key)` returns: the part of https://docs.stripe.com/js that card payments need. */
export function createStripe(api: ApiAccess) {
  return {
    elements: (options?: GroupOptions) => new ElementsGroup(api, options),

    async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect }: ConfirmOptions) {
      const secret = clientSecret ?? elements?.clientSecret;
      const returnUrl = confirmParams.return_url;
      if (!secret) throw new IntegrationError("stripe.confirmPayment() needs a client secret.");
      if (redirect !== "if_required" && !returnUrl) {
        throw new IntegrationError(
          "stripe.confirmPayment(): confirmParams.return_url is required when redirect is 'always'.",
        );
      }
      const method =
        confirmParams.payment_method ?? elements?.getPaymentElement("stripe.confirmPayment()");
      const billing = confirmParams.payment_method_data?.billing_details ?? {};
      const amount = elements?.amount;
      const result = await confirmIntent(api, {
        clientSecret: secret,
        method,
        billing,
        returnUrl,
        amount,
      });
      if (result.error || redirect === "if_required" || !returnUrl) return result;
      const url = new URL(returnUrl);
      url.searchParams.set("payment_intent", result.paymentIntent.id);
      url.searchParams.set("payment_intent_client_secret", secret);
      url.searchParams.set("redirect_status", result.paymentIntent.status);
      location.assign(url);
      // The page is navigating away, so the caller must not continue.
      return new Promise<never>(() => undefined);
    },

    confirmCardPayment(clientSecret: string, data: CardData = {}) {
      const method = data.payment_method;
      const isId = typeof method === "string" || method === undefined;
      return confirmIntent(api, {
        clientSecret,
        method: isId ? method : method.card,
        billing: (isId ? undefined : method.billing_details) ?? {},
        returnUrl: data.return_url,
      });
    },

    retrievePaymentIntent: (clientSecret: string) => retrieveIntent(api, clientSecret),

    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const result = await retrieveIntent(api, clientSecret);
      return result.paymentIntent
        ? await finishAction(api, result.paymentIntent, clientSecret)
        : result;
    },

    async createPaymentMethod(
      options: MethodData & { elements?: ElementsGroup; card?: CardElement; params?: MethodData },
    ) {
      const element = options.card ?? options.elements?.getPaymentElement("createPaymentMethod()");
      if (!(element instanceof CardElement)) {
        throw new IntegrationError("stripe.createPaymentMethod() needs an Element.");
      }
      const error = await element.validate();
      if (error) return { error };
      const billing = options.billing_details ?? options.params?.billing_details ?? {};
      const reply = await element.tokenize(billing);
      if (reply.error) return { error: reply.error };
      return { paymentMethod: { id: reply.paymentMethod, object: "payment_method", type: "card" } };
    },

    /** Tokens are the predecessor of payment methods. */
    createToken: () =>
      Promise.resolve({
        error: { type: "invalid_request_error", message: "The sandbox does not support tokens." },
      }),

    registerAppInfo: (_info: object) => undefined,
    _registerWrapper: (_info: object) => undefined,
  };
}
