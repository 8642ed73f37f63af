import { DomainError } from "@studbook/domain/errors";
import { recordAuditWithoutTransaction } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { networksOf } from "../http/network.ts";
import { createWindowCounter } from "../http/window-counter.ts";
import { attemptKey } from "./attempt-limits.ts";

const WINDOW_MS = 900_000;
const MAX_KEYS = 10_000;

/** The most records per server and window, however many accounts and networks are involved. */
const MAX_RECORDS = 500;

const refused = createWindowCounter(WINDOW_MS, { maxKeys: MAX_KEYS });
const recorded = createWindowCounter(WINDOW_MS);

type RefusalContext = Pick<Context, "db" | "address" | "requestId">;

/** The blocked account or name; undefined if the network was refused. */
type Blocked = { accountId: string | undefined; name: string } | undefined;

/**
 * Records that a sign-in was refused because of too many attempts; ignores other errors. Of the refusals of an account, a
 * name or a network, only the 1st, 10th, 100th and so on in 15 minutes are recorded, so a flood adds few records.
 */
export async function recordRefusedSignIn(
  { db, address, requestId }: RefusalContext,
  error: unknown,
  blocked: Blocked,
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== "TOO_MANY_REQUESTS") return;
  const accountId = blocked?.accountId;
  const subject = accountId ?? blocked?.name ?? networksOf(address).network;
  const { n: refusals } = refused.count(attemptKey("refused", [subject]), 1);
  if (!Number.isInteger(Math.log10(refusals))) return;
  if (recorded.count("all", 1).n > MAX_RECORDS) return;
  await recordAuditWithoutTransaction(db, {
    action: "auth.sign-in-refused",
    subject: accountId ? { type: "user", id: accountId } : undefined,
    details: { refusals },
    requestId,
  });
}
