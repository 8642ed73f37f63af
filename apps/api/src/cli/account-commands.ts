import type { Db } from "@studbook/db/client";
import { findUserById, findUserByUsername, type User } from "@studbook/db/queries/users";
import { pluralize } from "@studbook/domain/format";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import type { Command } from "commander";
import { grantAdmin, revokeAdmin } from "../admin/admin-role.ts";
import { eraseUser } from "../admin/erase-user.ts";
import { cliOperator, userNotFound } from "../admin/operator.ts";
import { resetPassword } from "../admin/reset-password.ts";
import { setActive } from "../admin/set-active.ts";
import type { CliParts, CommandOutput } from "./command.ts";
import { CommandError } from "./explain-failure.ts";
import { type Settings, withDatabase } from "./settings.ts";
import { withQueue } from "./with-queue.ts";

const USER_ARGUMENT = "a username, an ID or id:ID; put -- before a name that starts with -";

type Action = (db: Db, user: User, settings: Settings) => Promise<CommandOutput>;

/** Adds `admin grant|revoke USER` and `user show|deactivate|reactivate|reset-password|erase USER`. */
export function addAccountCommands(program: Command, { environment, print }: CliParts): void {
  const add = (group: Command, name: string, description: string, action: Action) => {
    group
      .command(name)
      .description(description)
      .argument("<USER>", USER_ARGUMENT)
      .action(async (given: string) => {
        const output = await withDatabase(environment, async (db, settings) =>
          action(db, await getUser(db, given), settings),
        );
        print(output);
      });
  };

  const admin = program.command("admin").description("manage admins");
  add(admin, "grant", "make a user an admin", async (db, { id, username }) => {
    await grantAdmin(cliOperator(db), id);
    return toOutput(`${username} is now an admin.`, { id, isAdmin: true });
  });
  add(admin, "revoke", "revoke a user's admin rights", async (db, { id, username }) => {
    await revokeAdmin(cliOperator(db), id);
    return toOutput(`${username} is no longer an admin.`, { id, isAdmin: false });
  });

  const user = program.command("user").description("manage one account");
  add(user, "show", "show the account's data", async (_db, shown) => show(shown));
  add(
    user,
    "deactivate",
    "deactivate the account, end its sessions and hide its ads",
    async (db, { id, username }) =>
      toOutput(`${username} has been deactivated.`, await setActive(cliOperator(db), id, false)),
  );
  add(user, "reactivate", "reactivate the account and its ads", async (db, { id, username }) =>
    toOutput(`${username} has been reactivated.`, await setActive(cliOperator(db), id, true)),
  );
  add(
    user,
    "reset-password",
    "set a new random password",
    async (db, { id, username }, settings) => {
      const password = await withQueue(settings, (enqueue) =>
        resetPassword({ ...cliOperator(db), enqueue }, id),
      );
      const lines = [
        `The new password for ${username} is ${password}`,
        "The account no longer has a confirmed email address. Ask its owner to sign in and confirm one.",
      ];
      return { lines, value: { id, password } };
    },
  );
  user
    .command("erase")
    .description("permanently delete a user; payments are kept without personal data")
    .argument("<USER>", USER_ARGUMENT)
    .option("--yes", "confirm the deletion")
    .action(async (given: string, { yes = false }: { yes?: boolean }) => {
      print(
        await withDatabase(environment, async (db) => erase(db, await getUser(db, given), yes)),
      );
    });
}

/**
 * Returns the user with this username or ID. IDs are public, and a username may look like one, so text that is the ID of one
 * user and the username of another is rejected unless it has the prefix `id:`.
 *
 * @throws DomainError USER_NOT_FOUND
 * @throws CommandError if the text matches two users
 */
async function getUser(db: Db, given: string): Promise<User> {
  // Usernames cannot contain a colon.
  const id = given.replace(/^id:/, "");
  const named = id === given ? await findUserByUsername(db, given) : undefined;
  const identified = await findUserById(db, id);
  if (named && identified) {
    throw new CommandError(
      `${given} is the ID of ${identified.username} (id:${identified.id}) and the username of another user ` +
        `(id:${named.id}). Use id:ID to choose one of them.`,
    );
  }
  const user = identified ?? named;
  if (!user || user.id === SAMPLE_OWNER_ID) throw userNotFound();
  return user;
}

async function erase(db: Db, { id, username }: User, yes: boolean): Promise<CommandOutput> {
  if (!yes) {
    throw new CommandError(
      `This permanently deletes ${username} and all of the account's ads and photos. Add --yes to confirm.`,
    );
  }
  const erased = await eraseUser(cliOperator(db), id);
  const { ads, photos, payments } = erased;
  const deleted = `${pluralize(ads, "ad", "ads")} and ${pluralize(photos, "photo", "photos")}`;
  const line = `${username} was erased, including ${deleted}. Payments kept: ${payments}.`;
  return toOutput(line, { id, ...erased });
}

function show({
  password: _secret,
  profileImageUrl: _unused,
  // Only servers from before `verifiedEmail` read it.
  emailVerifiedAt: _former,
  ...user
}: User): CommandOutput {
  const lines = Object.entries(user).map(([name, value]) => {
    const text = value instanceof Date ? value.toISOString() : String(value ?? "-");
    return `${name.padEnd(20)} ${text}`;
  });
  return { lines, value: user };
}

function toOutput(line: string, value: unknown): CommandOutput {
  return { lines: [line], value };
}
