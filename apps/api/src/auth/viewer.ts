import { DomainError } from "@studbook/domain/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";

/** The signed-in user of a request. */
export type Viewer = { userId: string; isAdmin: boolean };

/** Creates the context of a request's procedures. With `asGuest`, it ignores the request's session. */
export type CreateContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { asGuest: boolean },
) => Promise<Context>;

/** The error for a call that requires a session. The message is for users; the issue tells API clients what to do. */
export function notSignedIn(): DomainError {
  const message = "POST /api/login sets the cookie that this call needs";
  return new DomainError("NOT_SIGNED_IN", "Please sign in first.", {
    issues: [{ path: "cookie", message }],
  });
}

export function adminsOnly(): DomainError {
  return new DomainError("FORBIDDEN", "Only an admin can do this.");
}

/** Returns the signed-in user. Throws DomainError NOT_SIGNED_IN. */
export function getViewer({ session }: Pick<Context, "session">): Viewer {
  const { user } = session;
  if (!user) throw notSignedIn();
  return { userId: user.id, isAdmin: user.isAdmin };
}

/** Returns the signed-in admin. Throws DomainError NOT_SIGNED_IN, FORBIDDEN. */
export function getAdmin(context: Pick<Context, "session">): Viewer {
  const viewer = getViewer(context);
  if (!viewer.isAdmin) throw adminsOnly();
  return viewer;
}
