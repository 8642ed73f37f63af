import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const SELF = ["'self'"];
const NONE = ["'none'"];

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

/** Adds the security headers to every answer; `photoBaseUrl` is where else pictures may come from. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, photoBaseUrl }: { publicUrl: string; photoBaseUrl: string },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...pagePolicy,
        imgSrc: [...SELF, "data:", ...(photoBaseUrl ? [photoBaseUrl] : [])],
      },
    },
    strictTransportSecurity: publicUrl.startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  });
}
