import type {} from "@fastify/cookie";
import { DEVICE_DAYS } from "@studbook/db/queries/devices";
import { DAY_SECONDS } from "@studbook/domain/day";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IDLE_SECONDS } from "./lucia.ts";

type Site = { publicUrl: string };

const SESSION = "studbook";
const DEVICE = "studbook-device";

/** Cookies are HttpOnly and only for this host; over TLS their names have the `__Host-` prefix, which enforces that. */
export function readSessionToken(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nameFor(site, SESSION)] || undefined;
}

/** Whether a `Cookie` header could have a session cookie. */
export function mayHaveSession(header: string | undefined, site: Site): boolean {
  return header?.includes(nameFor(site, SESSION)) ?? false;
}

export function setSessionCookie(reply: FastifyReply, site: Site, token: string): void {
  reply.setCookie(nameFor(site, SESSION), token, { ...attributesFor(site), maxAge: IDLE_SECONDS });
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.clearCookie(nameFor(site, SESSION), attributesFor(site));
}

/** The device cookie has the same attributes as the session cookie but survives a sign-out. */
export function readDeviceToken(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nameFor(site, DEVICE)] || undefined;
}

export function setDeviceCookie(reply: FastifyReply, site: Site, token: string): void {
  const maxAge = DEVICE_DAYS * DAY_SECONDS;
  reply.setCookie(nameFor(site, DEVICE), token, { ...attributesFor(site), maxAge });
}

function nameFor(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name;
}

function attributesFor(site: Site) {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(site) } as const;
}

function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith("https:");
}
