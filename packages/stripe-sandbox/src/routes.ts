import { chargeRoutes } from "./charges/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { disputeRoutes } from "./disputes/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import type { Route } from "./http/route.ts";
import { intentRoutes } from "./intents/routes.ts";
import { paymentMethodRoutes } from "./payment-methods/routes.ts";
import { refundRoutes } from "./refunds/routes.ts";

/** All of Stripe's interface that the sandbox speaks. */
export const routes: readonly Route[] = [
  ...intentRoutes,
  ...paymentMethodRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...customerRoutes,
  ...eventRoutes,
];
