import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { CheckoutPage } from "./-checkout/checkout-page.tsx";

export const Route = createFileRoute("/checkout")({
  validateSearch: queryReader<"/checkout">("/checkout"),
  beforeLoad: async (arrival) =>
    (await import("../features/payments/guards.ts")).guardCheckout(arrival),
  component: RoutePage,
});

function RoutePage() {
  const { data, settings } = Route.useRouteContext();
  const { tier, coupon } = Route.useSearch();
  return <CheckoutPage data={data} settings={settings} tier={tier} coupon={coupon} />;
}
