import { lockUser, type User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { type CurrentUser, type Login, usernameKey } from "@studbook/domain/schemas/account";
import { recordAudit, recordAuditAlone } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import type { Caller } from "../fair-gate.ts";
import { toCurrentUser } from "./current-user.ts";
import { findAccount } from "./find-account.ts";
import { anonymousCaller, ensureHashing, isPassword, knownCaller } from "./passwords.ts";
import { rememberRefusal, repeatRefusal } from "./recent-refusals.ts";
import { beginSignInTry, type SignInSubject } from "./sign-in-tries.ts";
import { checkNetworkTries, checkTries, SIGN_IN_OF_ADDRESS, SIGN_IN_OF_DEVICE } from "./tries.ts";

/**
 * Signs a user in. An unknown name, a wrong password and an inactive account are told apart neither
 * by the answers, however many, nor by their time: each takes exactly one hash, or none when too many have failed.
 *
 * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(ctx: Context, input: Login): Promise<CurrentUser> {
  const { found, subject, caller } = await admit(ctx, input.username);
  const attempt = await beginSignInTry(ctx, subject).catch((error: unknown) => {
    if (subject.kind !== "device") rememberRefusal(input.username, error, ctx.clock());
    throw error;
  });
  const hash = found?.isActive ? found.password : undefined;
  const matches = await isPassword(hash, input.password, caller).catch(async (error: unknown) => {
    await attempt.takeBack();
    throw error;
  });
  const begun = found && matches ? await begin(ctx, found) : undefined;
  if (!begun) {
    await recordAuditAlone(ctx.db, {
      action: "auth.sign-in-failed",
      subject: found && { type: "user", id: found.id },
      requestId: ctx.requestId,
    });
    throw new DomainError("BAD_CREDENTIALS", "Invalid username or password");
  }
  for (const setCookie of begun.setCookies) setCookie();
  await attempt.clearFailures();
  return toCurrentUser(begun.user);
}

type Admitted = { found: User | undefined; subject: SignInSubject; caller: Caller };

/**
 * Under what a try is counted and where it waits. What others try counts against a device of the account neither
 * through the account nor through the network. A stranger's try counts for the network even if there is no room for its
 * hash: who floods the queue has no tries left soon. One under a name that was refused a moment ago counts for nothing.
 *
 * @throws DomainError TOO_MANY_REQUESTS, BUSY
 */
async function admit(ctx: Context, typed: string): Promise<Admitted> {
  const device = await ctx.device.find(ctx.db);
  if (!device) {
    repeatRefusal(typed, ctx.clock());
    await admitStranger(ctx);
  }
  const found = await findAccount(ctx.db, typed);
  if (found && found.id === device?.userId) {
    await checkTries(ctx, SIGN_IN_OF_DEVICE, device.hash);
    const caller = knownCaller(ctx, found.id);
    ensureHashing(caller);
    return { found, subject: { kind: "device", id: device.hash }, caller };
  }
  if (device) await admitStranger(ctx);
  const subject: SignInSubject = found
    ? { kind: "user", id: found.id }
    : { kind: "name", id: usernameKey(typed) };
  return { found, subject, caller: anonymousCaller(ctx) };
}

async function admitStranger(ctx: Context): Promise<void> {
  await checkNetworkTries(ctx, SIGN_IN_OF_ADDRESS, ctx.address);
  ensureHashing(anonymousCaller(ctx));
}

/** Begins a session, unless the user was deactivated or given another password meanwhile. */
function begin(
  ctx: Context,
  found: User,
): Promise<{ user: User; setCookies: (() => void)[] } | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.id);
    if (!user?.isActive || user.password !== found.password) return undefined;
    const setCookies = [
      await ctx.session.begin(tx, user.id),
      await ctx.device.remember(tx, user.id),
    ];
    await recordAudit(tx, {
      action: "auth.signed-in",
      actorId: user.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    return { user, setCookies };
  });
}
