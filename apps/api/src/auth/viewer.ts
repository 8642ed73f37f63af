import { DomainError } from "@studbook/domain/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";

/** The signed-in user of a request. */
export type Viewer = { userId: string; isAdmin: boolean };

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

export const SIGN_IN_FIRST = "Please sign in first.";
export const ADMINS_ALONE = "Only an admin may do this.";

/** The user of a context. Throws DomainError NOT_SIGNED_IN. */
export function getViewer({ session }: Pick<Context, "session">): Viewer {
  const { user } = session;
  if (!user) throw new DomainError("NOT_SIGNED_IN", SIGN_IN_FIRST);
  return { userId: user.id, isAdmin: user.isAdmin };
}

/** The user of a context, who is an admin. Throws DomainError NOT_SIGNED_IN, FORBIDDEN. */
export function getAdmin(context: Pick<Context, "session">): Viewer {
  const viewer = getViewer(context);
  if (!viewer.isAdmin) throw new DomainError("FORBIDDEN", ADMINS_ALONE);
  return viewer;
}
