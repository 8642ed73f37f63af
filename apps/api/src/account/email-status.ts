import { findUserById } from "@studbook/db/queries/users";
import { type EmailStatus, isEmailVerified } from "@studbook/domain/schemas/account";
import type { UserContext } from "../trpc.ts";

/** The newest e-mail address of the signed-in user, whether it is verified, and the last verified one. */
export async function findEmailStatus({ db, viewer }: UserContext): Promise<EmailStatus> {
  const user = await findUserById(db, viewer.userId);
  const { email = null, verifiedEmail = null } = user ?? {};
  return { email, isVerified: isEmailVerified({ email, verifiedEmail }), verifiedEmail };
}
