import { z } from "zod";
import { readCard } from "../cards/read-card.ts";
import { ApiError } from "../http/api-error.ts";
import { readParams, wholeNumber } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";
import { insertPaymentMethod, NO_BILLING_DETAILS } from "./payment-method.ts";

const text = z.string().max(500).optional();
const CreatePaymentMethod = z.strictObject({
  type: z.literal("card"),
  card: z.strictObject({
    number: z.string().max(30),
    exp_month: wholeNumber,
    exp_year: wholeNumber,
    cvc: z.string().max(4),
  }),
  billing_details: z
    .strictObject({
      address: z
        .strictObject({
          city: text,
          country: text,
          line1: text,
          line2: text,
          postal_code: text,
          state: text,
        })
        .optional(),
      email: text,
      name: text,
      phone: text,
    })
    .optional(),
});

export const paymentMethodRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/payment_methods",
    access: "publishable",
    handle({ sandbox, params, publishable }) {
      if (!publishable) throw rawCardError();
      const { card, billing_details: billing } = readParams(CreatePaymentMethod, params);
      const { testCard, expiry } = readCard(card, sandbox.clock());
      const address = { ...NO_BILLING_DETAILS.address, ...billing?.address };
      return insertPaymentMethod(sandbox, testCard, expiry, {
        address: {
          city: address.city ?? null,
          country: address.country ?? null,
          line1: address.line1 ?? null,
          line2: address.line2 ?? null,
          postal_code: address.postal_code ?? null,
          state: address.state ?? null,
        },
        email: billing?.email ?? null,
        name: billing?.name ?? null,
        phone: billing?.phone ?? null,
        tax_id: null,
      });
    },
  },
  {
    method: "GET",
    path: "/v1/payment_methods/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "payment_method", id),
  },
];

function rawCardError(): ApiError {
  return new ApiError(402, {
    type: "card_error",
    message:
      "Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.",
  });
}
