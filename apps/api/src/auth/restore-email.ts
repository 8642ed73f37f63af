import { deleteUserDevices } from "@studbook/db/queries/devices";
import {
  consumeEmailToken,
  deleteEmailTokens,
  deleteLaterRestoreLinks,
} from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { lockUser, setUserEmails, updateUserPassword } from "@studbook/db/queries/users";
import { type EmailRestoration, isSameEmail } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { LAST_RESET_MINUTES } from "../mail/link-minutes.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getLink } from "./get-link.ts";
import { linkEnded } from "./link-ended.ts";
import { clearSignInFailures } from "./sign-in-tries.ts";

// No password has this hash.
const NO_PASSWORD = "!";

/**
 * Makes an earlier verified address the account's address again, whatever followed. Whoever came after
 * loses the account: later addresses and all their links, every session and remembered device, and the
 * password. A link that sets a new password goes to the restored address; the verified address that loses is told so, without
 * a link. An inactive account stays inactive.
 *
 * @throws DomainError LINK_ENDED, TOO_MANY_REQUESTS
 */
export async function restoreEmail(ctx: Context, { token }: EmailRestoration): Promise<void> {
  const { hash, ...found } = await getLink(ctx, token, "restore-email");
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.userId);
    const link = await consumeEmailToken(tx, hash, "restore-email");
    if (!user || !link) throw linkEnded("restore-email");
    const { userId, email } = link;
    const { verifiedEmail: lost } = user;
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
    if (lost && !isSameEmail(lost, email)) {
      await queueMail(tx, ctx.enqueue, {
        kind: "email-replaced",
        details: {},
        userId,
        email: lost,
      });
    }
    // Others may have used up the mails of the day, and then the owner gets no other link.
    const details = { minutes: LAST_RESET_MINUTES, isAfterRestore: true };
    await queueMail(tx, ctx.enqueue, { kind: "reset-password", details, userId });
  });
}
