import { DomainError } from "@studbook/domain/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";

/** The signed-in user of a request. */
export type Viewer = { userId: string; isAdmin: boolean };

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

export const ADMINS_ALONE = "Only an admin may do this.";

/** The refusal of a call that needs a session. A person reads the sentence; a program, in the issue, what to do. */
export function signInFirst(): DomainError {
  const message = "POST /api/login sets the cookie that this call needs";
  return new DomainError("NOT_SIGNED_IN", "Please sign in first.", {
    issues: [{ path: "cookie", message }],
  });
}

/** The user of a context. Throws DomainError NOT_SIGNED_IN. */
export function getViewer({ session }: Pick<Context, "session">): Viewer {
  const { user } = session;
  if (!user) throw signInFirst();
  return { userId: user.id, isAdmin: user.isAdmin };
}

/** The user of a context, who is an admin. Throws DomainError NOT_SIGNED_IN, FORBIDDEN. */
export function getAdmin(context: Pick<Context, "session">): Viewer {
  const viewer = getViewer(context);
  if (!viewer.isAdmin) throw new DomainError("FORBIDDEN", ADMINS_ALONE);
  return viewer;
}
