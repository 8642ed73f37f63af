import { SANDBOX_SCRIPT_PATH } from "@studbook/domain/pages";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { paymentPolicy } from "../http/security-headers.ts";
import type { PaymentSettings } from "./page-contract.ts";

const HOSTNAME = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i;

type PaymentPage = { payments: PaymentSettings; policy: string };

/**
 * Returns the payment settings and the content security policy of a payment page. In the demo, the Stripe sandbox has the
 * same host name as the page.
 */
export function describePaymentPage(
  config: Config,
  request: Pick<FastifyRequest, "hostname">,
): PaymentPage {
  const { publishableKey, sandbox } = config.stripe;
  const origin = sandbox && `http://${hostnameOf(request, config)}:${sandbox.port}`;
  return {
    payments: { publishableKey, ...(origin && { scriptUrl: origin + SANDBOX_SCRIPT_PATH }) },
    policy: paymentPolicy(config.photoBaseUrl, origin),
  };
}

function hostnameOf({ hostname }: Pick<FastifyRequest, "hostname">, { publicUrl }: Config): string {
  return HOSTNAME.test(hostname) ? hostname : new URL(publicUrl).hostname;
}
