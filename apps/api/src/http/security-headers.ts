import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

const SELF = ["'self'"];
const NONE = ["'none'"];

const STRIPE_JS = ["https://js.stripe.com", "https://*.js.stripe.com"];

/** The policy of every page but the two that take payments: nothing inline, nothing foreign. */
const pagePolicy = {
  defaultSrc: SELF,
  scriptSrc: SELF,
  styleSrc: SELF,
  fontSrc: SELF,
  connectSrc: SELF,
  baseUri: NONE,
  formAction: SELF,
  frameAncestors: NONE,
  objectSrc: NONE,
};

function withPictures(photoBaseUrl: string) {
  return {
    ...pagePolicy,
    imgSrc: [...SELF, "data:", ...(photoBaseUrl ? [photoBaseUrl] : [])],
  };
}

/**
 * The policy of the two pages that take payments, as a header: also the card provider's scripts, frames
 * and calls (https://docs.stripe.com/security/guide), and those of its stand-in in the demo.
 */
export function paymentPolicy(photoBaseUrl: string, sandboxOrigin: string | undefined): string {
  const sandbox = sandboxOrigin ? [sandboxOrigin] : [];
  const directives = {
    ...withPictures(photoBaseUrl),
    scriptSrc: [...SELF, ...STRIPE_JS, ...sandbox],
    frameSrc: [...SELF, ...STRIPE_JS, "https://hooks.stripe.com", ...sandbox],
    connectSrc: [...SELF, "https://api.stripe.com", ...sandbox],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [toKebabCase(name), ...sources].join(" "))
    .join(";");
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type SecuritySettings = Pick<Config, "publicUrl" | "photoBaseUrl" | "hstsSubdomains">;

/** Adds the security headers to every answer; `photoBaseUrl` is where else pictures may come from. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, photoBaseUrl, hstsSubdomains }: SecuritySettings,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: withPictures(photoBaseUrl),
    },
    strictTransportSecurity: publicUrl.startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains }
      : false,
    // An address may hold the token of a mailed link or a client secret until the page has taken it out.
    referrerPolicy: { policy: "strict-origin" },
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  });
}
