import { Readable } from "node:stream";
import type { Db } from "@studbook/db/client";
import {
  listPersonalData,
  PERSONAL_DATA_KINDS,
  type PersonalDataKind,
} from "@studbook/db/queries/personal-data";
import type { User } from "@studbook/db/queries/users";
import { withoutWaitBudget } from "@studbook/db/wait-budget";
import { recordAudit } from "../audit/record-audit.ts";
import { checkAttemptLimit, EXPORTS_PER_USER } from "../auth/attempt-limits.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";

const BATCH = 500;

/**
 * Returns everything stored about the signed-in user as one JSON object, except the password hash and the token hashes of
 * sessions, devices and links. The object is streamed in batches, never whole in memory. The export is recorded in the
 * audit log before the first byte is sent.
 *
 * @throws DomainError NOT_SIGNED_IN, TOO_MANY_REQUESTS
 */
export async function exportAccount(ctx: UserContext): Promise<Readable> {
  const user = await ctx.db.transaction().execute(async (tx) => {
    const counting = { db: tx, config: ctx.config };
    await checkAttemptLimit(counting, EXPORTS_PER_USER, ctx.viewer.userId);
    const locked = await lockViewer(tx, ctx);
    await recordAudit(tx, {
      action: "account.exported",
      actorId: locked.id,
      subject: { type: "user", id: locked.id },
      requestId: ctx.requestId,
    });
    return locked;
  });
  return Readable.from(write(ctx.db, user), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* write(db: Db, user: User): AsyncGenerator<string> {
  const { password: _secret, profileImageUrl: _unused, ...account } = user;
  yield `{"account":${JSON.stringify(account)}`;
  for (const kind of PERSONAL_DATA_KINDS) {
    yield `,\n"${kind}":[`;
    yield* writeRecords(db, user.id, kind);
    yield "]";
  }
  yield "}\n";
}

async function* writeRecords(
  db: Db,
  userId: string,
  kind: PersonalDataKind,
): AsyncGenerator<string> {
  let after = "";
  while (true) {
    const page = { after, limit: BATCH };
    // Each batch has a limit of its own.
    const rows = await withoutWaitBudget(() => listPersonalData(db, userId, kind, page));
    const separator = after === "" ? "" : ",\n";
    if (rows.length > 0) yield separator + rows.map(({ record }) => record).join(",\n");
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.sortKey ?? "";
  }
}
