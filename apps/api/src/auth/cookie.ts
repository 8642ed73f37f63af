import type {} from "@fastify/cookie";
import { DEVICE_DAYS } from "@studbook/db/queries/devices";
import { DAY_SECONDS } from "@studbook/domain/day";
import { VIEWER_HINT_COOKIE, type ViewerHint } from "@studbook/domain/viewer-hint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IDLE_SECONDS } from "./lucia.ts";

type Site = { publicUrl: string };

const SESSION = "studbook";
const DEVICE = "studbook-device";

/** For how long a hint says that a session has ended. */
const ENDED_SECONDS = 3600;

/** The cookies of sessions and devices are HttpOnly and only for this host; over TLS their names have the `__Host-` prefix, which enforces that. */
export function readSessionToken(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nameFor(site, SESSION)] || undefined;
}

/** Whether a `Cookie` header could have a session cookie. */
export function mayHaveSession(header: string | undefined, site: Site): boolean {
  return header?.includes(nameFor(site, SESSION)) ?? false;
}

/** Whether a `Cookie` header could have a session cookie without the hint of who is signed in. */
export function mayLackHint(header: string | undefined, site: Site): boolean {
  return mayHaveSession(header, site) && !header?.includes(`${VIEWER_HINT_COOKIE}=`);
}

/** Sets the session cookie and the hint of who is signed in, for as long. */
export function setSessionCookie(
  reply: FastifyReply,
  site: Site,
  { token, isAdmin }: { token: string; isAdmin: boolean },
): void {
  reply.setCookie(nameFor(site, SESSION), token, { ...attributesFor(site), maxAge: IDLE_SECONDS });
  setHint(reply, site, hintOf(isAdmin));
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.clearCookie(nameFor(site, SESSION), attributesFor(site));
  clearHint(reply, site);
}

/** Sets the hint that a request with a session cookie lacks, before it is known whose session it is. */
export function addHint(reply: FastifyReply, site: Site): void {
  setHint(reply, site, "member");
}

/**
 * Sets or clears the hint cookie of a request if it differs from who is signed in. If its session has ended, the hint says
 * so for an hour: without one, each page would set it again, and clearing the session cookie, too, could end a session that
 * another tab has just started.
 */
export function correctHint(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  user: { isAdmin: boolean } | undefined,
): void {
  const hint = request.cookies[VIEWER_HINT_COOKIE];
  const hasEnded = user === undefined && readSessionToken(request, site) !== undefined;
  const right = hasEnded ? "guest" : user && hintOf(user.isAdmin);
  if (hint === right) return;
  if (right) setHint(reply, site, right);
  else clearHint(reply, site);
}

/** Not a secret and not trusted: scripts choose by it which navigation a document that is the same for everyone shows. */
function setHint(reply: FastifyReply, site: Site, hint: ViewerHint): void {
  const maxAge = hint === "guest" ? ENDED_SECONDS : IDLE_SECONDS;
  const attributes = { ...attributesFor(site), httpOnly: false, maxAge };
  reply.setCookie(VIEWER_HINT_COOKIE, hint, attributes);
}

function clearHint(reply: FastifyReply, site: Site): void {
  reply.clearCookie(VIEWER_HINT_COOKIE, { ...attributesFor(site), httpOnly: false });
}

function hintOf(isAdmin: boolean): ViewerHint {
  return isAdmin ? "admin" : "member";
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
