import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "../config.ts";

const SELF = ["'self'"];
const NONE = ["'none'"];

const STRIPE_JS = ["https://js.stripe.com", "https://*.js.stripe.com"];

/** The content security policy of every response except those below: no inline code, no other origins. */
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
 * Returns the `Content-Security-Policy` of the two payment pages. It also allows Stripe's scripts, frames and calls
 * (https://docs.stripe.com/security/guide), and those of the Stripe sandbox in the demo.
 */
export function paymentPolicy(photoBaseUrl: string, sandboxOrigin: string | undefined): string {
  const sandbox = sandboxOrigin ? [sandboxOrigin] : [];
  const directives = {
    ...withPictures(photoBaseUrl),
    scriptSrc: [...SELF, ...STRIPE_JS, ...sandbox],
    frameSrc: [...SELF, ...STRIPE_JS, "https://hooks.stripe.com", ...sandbox],
    connectSrc: [...SELF, "https://api.stripe.com", ...sandbox],
  };
  return formatPolicy(directives);
}

/**
 * Returns the `Content-Security-Policy` of a document for everyone. It also allows the style element, by its hash, and the rules
 * for prerendering, but no inline scripts.
 */
export function sharedPolicy(photoBaseUrl: string, styleHash: string): string {
  return formatPolicy({
    ...withPictures(photoBaseUrl),
    scriptSrc: [...SELF, "'inline-speculation-rules'"],
    styleSrc: [...SELF, `'${styleHash}'`],
  });
}

function formatPolicy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [toKebabCase(name), ...sources].join(" "))
    .join(";");
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type SecuritySettings = Pick<Config, "publicUrl" | "photoBaseUrl" | "hstsSubdomains">;

/** Adds the security headers to every response. */
export function registerSecurityHeaders(app: FastifyInstance, settings: SecuritySettings): void {
  const headers = listHeaders(settings);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * Computes the headers once, because they are the same for every response. helmet's Fastify plugin rebuilds them for each
 * response, which took longer than responding to many requests.
 */
function listHeaders({
  publicUrl,
  photoBaseUrl,
  hstsSubdomains,
}: SecuritySettings): OutgoingHttpHeaders {
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: withPictures(photoBaseUrl),
    },
    strictTransportSecurity: publicUrl.startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains }
      : false,
    // A URL may hold a token or a client secret until the page removes it.
    referrerPolicy: { policy: "strict-origin" },
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  addHeaders(request, response, (error) => {
    if (error) throw error;
  });
  response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  return { ...response.getHeaders() };
}
