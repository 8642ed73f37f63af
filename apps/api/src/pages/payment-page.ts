import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { paymentPolicy } from "../http/security-headers.ts";
import { paymentSettings } from "../payments/payment-settings.ts";

const PATHS = new Set(["/checkout", "/signup/payment"]);
const HOSTNAME = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i;

/** The id of the element with the settings (`PaymentSettings` as JSON) in the two payment pages. */
const SETTINGS_ID = "__payments";

/** Whether an address is one of the two pages that load the card provider's script. */
export function isPaymentPage(url: string): boolean {
  return PATHS.has(url.split("?", 1)[0] ?? "");
}

/**
 * A page that takes payments, and its own policy: the empty shell, which the browser fills, with the
 * settings that are known at run time. In the demo the stand-in's script comes before the bundle; it
 * is reached at the page's own host name, whatever that is.
 */
export function buildPaymentPage(
  shell: string,
  config: Config,
  request: FastifyRequest,
): { html: string; policy: string } {
  const { sandbox } = config.stripe;
  const sandboxOrigin = sandbox && `http://${hostnameOf(request, config)}:${sandbox.port}`;
  const script = sandboxOrigin ? `<script src="${sandboxOrigin}/v3/stripe.js"></script>` : "";
  const settings = JSON.stringify(paymentSettings(config)).replaceAll("<", "\\u003c");
  const html = insertBefore(shell, "<script", script);
  return {
    html: insertBefore(
      html,
      "</body>",
      `<script type="application/json" id="${SETTINGS_ID}">${settings}</script>`,
    ),
    policy: paymentPolicy(config.photoBaseUrl, sandboxOrigin),
  };
}

function hostnameOf({ hostname }: FastifyRequest, { publicUrl }: Config): string {
  return HOSTNAME.test(hostname) ? hostname : new URL(publicUrl).hostname;
}

function insertBefore(html: string, mark: string, part: string): string {
  const at = html.indexOf(mark);
  if (at < 0) throw new Error(`The page's shell has no ${mark}`);
  return html.slice(0, at) + part + html.slice(at);
}
