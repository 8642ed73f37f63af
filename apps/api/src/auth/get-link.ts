import {
  type EmailPurpose,
  type EmailToken,
  findEmailToken,
} from "@studbook/db/queries/email-tokens";
import type { Context } from "../context.ts";
import { linkEnded } from "./link-ended.ts";
import { hashToken } from "./lucia.ts";
import { checkNetworkTries, LINK_OF_ADDRESS } from "./tries.ts";

/**
 * What the token of a link that still works was sent for. Only tokens that stand for nothing count for the network, so that
 * nobody who shares it can keep an owner from using a link. The token is not guessed: it has 256 bits.
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
  await checkNetworkTries(ctx, LINK_OF_ADDRESS, ctx.address);
  throw linkEnded(purpose);
}
