import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";

/** Ends the session of the request. Guests get the same answer. */
export async function signOut(ctx: Context): Promise<void> {
  const clearCookie = await ctx.db.transaction().execute(async (tx) => {
    const { userId, clearCookie } = await ctx.session.end(tx);
    if (userId) {
      await recordAudit(tx, {
        action: "auth.signed-out",
        actorId: userId,
        subject: { type: "user", id: userId },
        requestId: ctx.requestId,
      });
    }
    return clearCookie;
  });
  clearCookie();
}
