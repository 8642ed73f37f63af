import { createFileRoute, useRouterState } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { SignupPayment } from "./-signup-payment/signup-payment.tsx";

export const Route = createFileRoute("/signup_/payment")({
  validateSearch: queryReader<"/signup/payment">("/signup/payment"),
  beforeLoad: async (arrival) =>
    (await import("../features/payments/guards.ts")).guardSignupPayment(arrival),
  component: RoutePage,
});

function RoutePage() {
  const { data, settings } = Route.useRouteContext();
  const { tier } = Route.useSearch();
  const clientSecret = useRouterState({ select: ({ location }) => location.state.clientSecret });
  return <SignupPayment {...{ data, settings, tier, clientSecret }} />;
}
