import { deleteUserDevices } from "@studbook/db/queries/devices";
import {
  consumeEmailToken,
  deleteEmailTokens,
  deleteLaterRestoreLinks,
} from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { lockUser, setUserEmails, updateUserPassword } from "@studbook/db/queries/users";
import { LAST_RESET_HOURS } from "@studbook/domain/emailed-links";
import { type EmailRestoration, isSameEmail } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getLink, linkEnded } from "./get-link.ts";
import { clearSignInFailures } from "./sign-in-attempts.ts";

// No password has this hash.
const NO_PASSWORD = "!";

/**
 * Makes an earlier verified address the account's address again, whatever has changed since. Removes later addresses,
 * revokes their links, ends all sessions, forgets all remembered devices and disables the password. Sends a password
 * reset link to the restored address, and a notice without a link to the replaced one. An inactive account stays inactive.
 *
 * @throws DomainError LINK_ENDED, TOO_MANY_REQUESTS
 */
export async function restoreEmail(ctx: Context, { token }: EmailRestoration): Promise<void> {
  const { hash, userId: ownerId } = await getLink(ctx, token, "restore-email");
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, ownerId);
    const link = await consumeEmailToken(tx, hash, "restore-email");
    if (!user || !link) throw linkEnded("restore-email");
    const { userId, email } = link;
    const { verifiedEmail: replaced } = user;
    await deleteLaterRestoreLinks(tx, link);
    await deleteEmailTokens(tx, userId, "verify-email", "reset-password");
    await setUserEmails(tx, userId, { email, verifiedEmail: email });
    await updateUserPassword(tx, userId, NO_PASSWORD);
    await deleteUserSessions(tx, userId);
    await deleteUserDevices(tx, userId);
    await clearSignInFailures(tx, userId);
    await recordAudit(tx, {
      action: "account.email-restored",
      subject: { type: "user", id: userId },
      requestId: ctx.requestId,
    });
    if (replaced && !isSameEmail(replaced, email)) {
      await queueMail(tx, ctx.enqueue, {
        kind: "email-replaced",
        details: {},
        userId,
        email: replaced,
      });
    }
    // Valid longer than other reset links, because an attacker may have used up the owner's emails of the day.
    const details = { minutes: LAST_RESET_HOURS * 60, isAfterRestore: true };
    await queueMail(tx, ctx.enqueue, { kind: "reset-password", details, userId });
  });
}
