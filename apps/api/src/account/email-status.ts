import { findUserById } from "@studbook/db/queries/users";
import type { EmailStatus } from "@studbook/domain/account";
import type { UserContext } from "../trpc.ts";

/** The e-mail address of the signed-in user, and whether it was verified. */
export async function findEmailStatus({ db, viewer }: UserContext): Promise<EmailStatus> {
  const user = await findUserById(db, viewer.userId);
  return { email: user?.email ?? null, isVerified: Boolean(user?.emailVerifiedAt) };
}
