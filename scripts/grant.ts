import { createDb } from "@studbook/db/client";
import { readClock } from "@studbook/db/clock";
import { findUserByUsername, lockUser, setMembership } from "@studbook/db/queries/users";
import { addOneYear } from "@studbook/domain/membership";
import { isTier } from "@studbook/domain/plans";

/** `grant USERNAME basic|premium`: a year's membership without payment, in the demo alone. */
async function grant(username: string | undefined, tier: string | undefined): Promise<string> {
  const url = process.env.DATABASE_URL;
  if (process.env.STUDBOOK_MODE !== "demo") return "This command is for STUDBOOK_MODE=demo alone.";
  if (!url) return "Set DATABASE_URL to the demo's database.";
  if (!username || !isTier(tier)) return "Usage: pnpm demo:grant USERNAME basic|premium";
  const db = createDb({ url, poolSize: 1, onPoolError: () => undefined });
  try {
    const user = await findUserByUsername(db, username);
    if (!user) return `There is no user ${username}.`;
    await db.transaction().execute(async (tx) => {
      await lockUser(tx, user.id);
      await setMembership(tx, user.id, { tier, expiresAt: addOneYear(await readClock(tx)) });
    });
    return "";
  } finally {
    await db.destroy();
  }
}

const [username, tier] = process.argv.slice(2);
const problem = await grant(username, tier);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
