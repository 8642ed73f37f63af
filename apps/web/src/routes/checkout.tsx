import { createFileRoute } from "@tanstack/react-router";
import { readTier } from "../features/payments/payment-query.ts";
import { CheckoutPage } from "./-checkout/checkout-page.tsx";

export const Route = createFileRoute("/checkout")({
  validateSearch: readTier,
  beforeLoad: async (arrival) =>
    (await import("../features/payments/arrive.ts")).arriveAtCheckout(arrival),
  component: RoutePage,
});

function RoutePage() {
  const { data, settings } = Route.useRouteContext();
  return <CheckoutPage data={data} settings={settings} tier={Route.useSearch().tier} />;
}
