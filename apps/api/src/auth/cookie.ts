import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IDLE_SECONDS } from "./lucia.ts";

type Site = { publicUrl: string };

/** The session cookie: unreadable by scripts, of this host alone, and over TLS bound to it by name. */
export function readSessionToken(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nameFor(site)] || undefined;
}

export function setSessionCookie(reply: FastifyReply, site: Site, token: string): void {
  reply.setCookie(nameFor(site), token, { ...attributesFor(site), maxAge: IDLE_SECONDS });
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.clearCookie(nameFor(site), attributesFor(site));
}

function nameFor(site: Site): string {
  return isSecure(site) ? "__Host-studbook" : "studbook";
}

function attributesFor(site: Site) {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(site) } as const;
}

function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith("https:");
}
