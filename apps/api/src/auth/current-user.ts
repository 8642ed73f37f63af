import type { SessionUser } from "@studbook/db/queries/sessions";
import { isTier } from "@studbook/domain/plans";
import type { CurrentUser } from "@studbook/domain/schemas/account";

/** Converts a user to the fields that the API returns to that user (specification, section 3). */
export function toCurrentUser(user: Omit<SessionUser, "id">): CurrentUser {
  return {
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    isAdmin: user.isAdmin,
    membershipTier: isTier(user.membershipTier) ? user.membershipTier : null,
    membershipExpiresAt: user.membershipExpiresAt?.toISOString() ?? null,
    adCount: user.adCount,
  };
}
