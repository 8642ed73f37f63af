import {
  type EmailPurpose,
  type EmailToken,
  findEmailToken,
} from "@studbook/db/queries/email-tokens";
import { DomainError } from "@studbook/domain/errors";
import type { Context } from "../context.ts";
import { checkNetworkLimit, UNKNOWN_LINKS_PER_NETWORK } from "./attempt-limits.ts";
import { hashToken } from "./lucia.ts";

/**
 * Returns the valid link with this token. Only unknown tokens count toward the network's limit, so that others on the same
 * network cannot stop an owner from using a link. Tokens cannot be guessed: they have 256 bits.
 *
 * @throws DomainError LINK_ENDED, TOO_MANY_REQUESTS
 */
export async function getLink(
  ctx: Context,
  token: string,
  purpose: EmailPurpose,
): Promise<EmailToken & { hash: string }> {
  const hash = hashToken(token);
  const link = await findEmailToken(ctx.db, hash, purpose);
  if (link) return { ...link, hash };
  await checkNetworkLimit(ctx, UNKNOWN_LINKS_PER_NETWORK, ctx.address);
  throw linkEnded(purpose);
}

/** The error for a link that was used or revoked, has expired, or never existed. */
export function linkEnded(purpose: EmailPurpose): DomainError {
  // Users cannot request a link that restores an address.
  const advice = purpose === "restore-email" ? "Please contact us." : "Please request a new link.";
  return new DomainError("LINK_ENDED", `This link no longer works. ${advice}`);
}
