import type { Db } from "@studbook/db/client";
import { findUserBySignInName } from "@studbook/db/queries/account-names";
import { lockUser, type User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { type CurrentUser, type Login, usernameKey } from "@studbook/domain/schemas/account";
import { MAX_EMAIL_LENGTH } from "@studbook/domain/schemas/email";
import { isStorable } from "@studbook/domain/schemas/text";
import { recordAudit, recordAuditWithoutTransaction } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import type { Caller } from "../fair-gate.ts";
import {
  checkAttemptLimit,
  checkNetworkLimit,
  SIGN_INS_PER_DEVICE,
  SIGN_INS_PER_NETWORK,
} from "./attempt-limits.ts";
import { checkBlockedName, findBlockedName, rememberBlockedName } from "./blocked-names.ts";
import { toCurrentUser } from "./current-user.ts";
import { anonymousCaller, ensureHashQueueRoom, knownCaller, verifyPassword } from "./passwords.ts";
import { recordRefusedSignIn } from "./refused-sign-ins.ts";
import { type AttemptSubject, startPasswordAttempt } from "./sign-in-attempts.ts";

/**
 * Signs a user in by username or verified address. Neither responses nor their timing reveal whether a username is unknown, the password is wrong or the
 * account is inactive: each attempt computes exactly one hash, or none after too many failures.
 *
 * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(ctx: Context, input: Login): Promise<CurrentUser> {
  const { account, subject, caller } = await admit(ctx, input.username).catch(
    async (error: unknown) => {
      await recordRefusedSignIn(ctx, error, findBlockedName(input.username));
      throw error;
    },
  );
  const attempt = await startPasswordAttempt(ctx, subject).catch(async (error: unknown) => {
    if (subject.kind !== "device") {
      rememberBlockedName(input.username, error, account?.id);
    }
    await recordRefusedSignIn(ctx, error, {
      accountId: account?.id,
      name: usernameKey(input.username),
    });
    throw error;
  });
  const hash = account?.isActive ? account.password : undefined;
  const started = await attempt.run(async () => {
    const matches = await verifyPassword(hash, input.password, caller);
    return account && matches ? await startSession(ctx, account) : undefined;
  });
  if (!started) {
    await recordAuditWithoutTransaction(ctx.db, {
      action: "auth.sign-in-failed",
      subject: account && { type: "user", id: account.id },
      requestId: ctx.requestId,
    });
    throw badCredentials();
  }
  for (const setCookie of started.setCookies) setCookie();
  await attempt.clearFailures();
  return toCurrentUser(started.user);
}

/** The same error for an unknown username, a wrong password and an inactive account. */
export function badCredentials(): DomainError {
  return new DomainError("BAD_CREDENTIALS", "Invalid username or password");
}

type Admitted = { account: User | undefined; subject: AttemptSubject; caller: Caller };

/**
 * Checks the limits. Returns the account, the subject that the attempt counts against, and its caller in the hash queue.
 * A remembered device of the account has separate limits. Any other attempt counts toward the limit of its network even
 * if the hash queue is full, so that a client that floods the queue soon reaches the limit. Attempts with a name that was
 * just blocked do not count.
 *
 * @throws DomainError TOO_MANY_REQUESTS, BUSY
 */
async function admit(ctx: Context, typed: string): Promise<Admitted> {
  const device = await ctx.device.find(ctx.db);
  if (!device) {
    checkBlockedName(typed);
    await admitStranger(ctx);
  }
  const account = await findAccount(ctx.db, typed);
  if (account && account.id === device?.userId) {
    await checkAttemptLimit(ctx, SIGN_INS_PER_DEVICE, device.hash);
    const caller = knownCaller(ctx, account.id);
    ensureHashQueueRoom(caller);
    return { account, subject: { kind: "device", id: device.hash }, caller };
  }
  if (device) await admitStranger(ctx);
  const subject: AttemptSubject = account
    ? { kind: "user", id: account.id }
    : { kind: "name", id: usernameKey(typed) };
  return { account, subject, caller: anonymousCaller(ctx) };
}

async function admitStranger(ctx: Context): Promise<void> {
  await checkNetworkLimit(ctx, SIGN_INS_PER_NETWORK, ctx.address);
  ensureHashQueueRoom(anonymousCaller(ctx));
}

/** Returns the account, active or not, or undefined if there is none. */
async function findAccount(db: Db, typed: string): Promise<User | undefined> {
  const canBeName = typed.length <= MAX_EMAIL_LENGTH && isStorable(typed);
  return canBeName ? await findUserBySignInName(db, typed) : undefined;
}

/** Starts a session. Returns undefined if the account was deactivated or its password changed in the meantime. */
function startSession(
  ctx: Context,
  account: User,
): Promise<{ user: User; setCookies: (() => void)[] } | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, account.id);
    if (!user?.isActive || user.password !== account.password) return undefined;
    const setCookies = [await ctx.session.start(tx, user), await ctx.device.remember(tx, user.id)];
    await recordAudit(tx, {
      action: "auth.signed-in",
      actorId: user.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    return { user, setCookies };
  });
}
