import { chargeRoutes } from "./charges/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { disputeRoutes } from "./disputes/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import type { Route } from "./http/route.ts";
import { intentRoutes } from "./intents/routes.ts";
import { paymentMethodRoutes } from "./payment-methods/routes.ts";
import { refundRoutes } from "./refunds/routes.ts";

/** The part of the Stripe API that the sandbox implements. */
export const routes: readonly Route[] = [
  ...intentRoutes,
  ...paymentMethodRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...customerRoutes,
  ...eventRoutes,
];
