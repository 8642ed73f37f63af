import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";

/** Ends the request's session. Does nothing for guests. */
export async function signOut(ctx: Context): Promise<void> {
  const forget = await ctx.db.transaction().execute(async (tx) => {
    const { userId, forget } = await ctx.session.end(tx);
    if (userId) {
      await recordAudit(tx, {
        action: "auth.signed-out",
        actorId: userId,
        subject: { type: "user", id: userId },
        requestId: ctx.requestId,
      });
    }
    return forget;
  });
  forget();
}
