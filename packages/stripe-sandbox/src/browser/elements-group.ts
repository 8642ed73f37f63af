import type { Appearance } from "@stripe/stripe-js";
import { type ApiAccess, callIntent, type IntentResult } from "./call-api.ts";
import { CardElement, type ElementType } from "./card-element.ts";
import { IntegrationError, intentIdOf } from "./integration-error.ts";
import type { Failure } from "./messages.ts";

export type GroupOptions = {
  clientSecret?: string;
  /** Instead of a client secret: the payment's intent is created after the buyer has filled in the form. */
  mode?: string;
  /** The amount of that intent. */
  amount?: number;
  appearance?: Appearance;
  locale?: string;
};
/** An Element type, or a react-stripe-js component that carries its type. */
type ElementRef = string | { __elementType?: string };

/** What `stripe.elements()` returns: the Elements of one payment. */
export class ElementsGroup {
  readonly clientSecret: string | undefined;
  readonly #api: ApiAccess;
  readonly #elements = new Map<ElementType, CardElement>();
  #appearance: Appearance | undefined;
  /** The amount of the intent that must be confirmed, if the group has no client secret. */
  amount: number | undefined;

  /** @throws IntegrationError if the client secret is malformed, or there is a mode without an amount. */
  constructor(api: ApiAccess, options: GroupOptions = {}) {
    if (options.clientSecret !== undefined) intentIdOf(options.clientSecret, "elements()");
    if (options.mode === "payment" && options.amount === undefined) {
      throw new IntegrationError("elements(): amount is required when mode is 'payment'.");
    }
    this.amount = options.mode === "payment" ? options.amount : undefined;
    this.clientSecret = options.clientSecret;
    this.#api = api;
    this.#appearance = options.appearance;
  }

  /** @throws IntegrationError if the type is unsupported or already exists in this group. */
  create(ref: ElementRef, options: { readOnly?: boolean } = {}): CardElement {
    const type = typeOf(ref);
    if (!type) throw new IntegrationError(`The sandbox has no Element of type ${String(ref)}.`);
    if (this.#elements.has(type)) {
      throw new IntegrationError(
        `Can only create one Element of type ${type} through an Elements instance.`,
      );
    }
    const element = new CardElement(
      type,
      this.#api,
      { ...options, ...(this.#appearance && { appearance: this.#appearance }) },
      () => this.#elements.delete(type),
    );
    this.#elements.set(type, element);
    if (type === "payment") this.#checkSecret(element);
    return element;
  }

  getElement(ref: ElementRef): CardElement | null {
    const type = typeOf(ref);
    return (type && this.#elements.get(type)) ?? null;
  }

  update({ appearance, amount }: GroupOptions): void {
    if (this.amount !== undefined && amount !== undefined) this.amount = amount;
    if (!appearance) return;
    this.#appearance = appearance;
    for (const element of this.#elements.values()) element.update({ appearance });
  }

  /** Validates the inputs and shows their errors in the form. */
  async submit(): Promise<{ error: Failure } | { selectedPaymentMethod: string }> {
    const error = await this.getPaymentElement("elements.submit()").validate();
    return error ? { error } : { selectedPaymentMethod: "card" };
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const { error } = await this.#retrieve();
    return error ? { error: { message: error.message ?? "" } } : {};
  }

  /** @throws IntegrationError if the group has no payment Element. */
  getPaymentElement(where: string): CardElement {
    const element = this.#elements.get("payment") ?? this.#elements.get("card");
    if (element) return element;
    throw new IntegrationError(`${where} needs a mounted payment Element.`);
  }

  async #checkSecret(element: CardElement): Promise<void> {
    const { error } = await this.#retrieve();
    if (error) element.fail(error);
  }

  #retrieve(): Promise<Partial<IntentResult>> {
    const secret = this.clientSecret;
    if (secret === undefined) return Promise.resolve({});
    const path = `/v1/payment_intents/${intentIdOf(secret, "elements()")}`;
    return callIntent(this.#api, "GET", path, { client_secret: secret });
  }
}

function typeOf(ref: ElementRef): ElementType | undefined {
  const type = typeof ref === "string" ? ref : ref.__elementType;
  return type === "payment" || type === "card" ? type : undefined;
}
