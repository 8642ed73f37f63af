import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
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
export function registerSecurityHeaders(app: FastifyInstance, settings: SecuritySettings): void {
  const headers = listHeaders(settings);
  app.addHook("onRequest", async (_request, reply) => void reply.headers(headers));
}

/**
 * The headers, which are the same for every answer. helmet's plugin for Fastify composes them anew for each one, which
 * took longer than many an answer.
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
    // An address may hold the token of a mailed link or a client secret until the page has taken it out.
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
