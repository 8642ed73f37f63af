import type { Db } from "@studbook/db/client";
import { findUserById, findUserByUsername, type User } from "@studbook/db/queries/users";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import type { Command } from "commander";
import { grantAdmin, revokeAdmin } from "../admin/admins.ts";
import { eraseUser } from "../admin/erase-user.ts";
import { commandLine, userNotFound } from "../admin/operator.ts";
import { resetPassword } from "../admin/reset-password.ts";
import { setActive } from "../admin/set-active.ts";
import type { Answer, CliParts } from "./command.ts";
import { CommandError } from "./explain-failure.ts";
import { type Settings, withDatabase } from "./settings.ts";
import { withQueue } from "./with-queue.ts";

const USER_ARGUMENT = "a username, an id or id:ID; after -- if it begins with -";

type Act = (db: Db, user: User, settings: Settings) => Promise<Answer>;

/** `admin grant|revoke USER` and `user show|deactivate|reactivate|reset-password|erase USER`. */
export function addAccountCommands(program: Command, { environment, say }: CliParts): void {
  const add = (group: Command, name: string, description: string, act: Act) => {
    group
      .command(name)
      .description(description)
      .argument("<USER>", USER_ARGUMENT)
      .action(async (given: string) => {
        const answered = await withDatabase(environment, async (db, settings) =>
          act(db, await getUser(db, given), settings),
        );
        say(answered);
      });
  };

  const admin = program.command("admin").description("who may run Studbook in the browser");
  add(admin, "grant", "make a user an admin", async (db, { id, username }) => {
    await grantAdmin(commandLine(db), id);
    return answer(`${username} is an admin.`, { id, isAdmin: true });
  });
  add(admin, "revoke", "make an admin a user again", async (db, { id, username }) => {
    await revokeAdmin(commandLine(db), id);
    return answer(`${username} is no admin.`, { id, isAdmin: false });
  });

  const user = program.command("user").description("one account");
  add(user, "show", "what is known of it", async (_db, found) => show(found));
  add(user, "deactivate", "end its sessions and hide its ads", async (db, { id, username }) =>
    answer(`${username} is inactive.`, await setActive(commandLine(db), id, false)),
  );
  add(user, "reactivate", "bring it back as it was", async (db, { id, username }) =>
    answer(`${username} is active.`, await setActive(commandLine(db), id, true)),
  );
  add(user, "reset-password", "give it a new password", async (db, { id, username }, settings) => {
    const password = await withQueue(settings, (enqueue) =>
      resetPassword({ ...commandLine(db), enqueue }, id),
    );
    const lines = [
      `The new password of ${username} is ${password}`,
      "The account has no verified email address now: its owner signs in, then verifies one.",
    ];
    return { lines, value: { id, password } };
  });
  user
    .command("erase")
    .description("delete a person for good; payments stay without a name")
    .argument("<USER>", USER_ARGUMENT)
    .option("--yes", "do it")
    .action(async (given: string, { yes = false }: { yes?: boolean }) => {
      say(await withDatabase(environment, async (db) => erase(db, await getUser(db, given), yes)));
    });
}

/**
 * The user that is meant. Ids are public and a username may look like one, so a text that is the id of one user and
 * the username of another is refused until `id:` says which.
 *
 * @throws DomainError USER_NOT_FOUND
 * @throws CommandError when the text means two users
 */
async function getUser(db: Db, given: string): Promise<User> {
  // No username has a colon.
  const id = given.replace(/^id:/, "");
  const named = id === given ? await findUserByUsername(db, given) : undefined;
  const identified = await findUserById(db, id);
  if (named && identified) {
    throw new CommandError(
      `${given} is the id of ${identified.username} (id:${identified.id}) and the username of another user ` +
        `(id:${named.id}). Say which one you mean by id:ID.`,
    );
  }
  const user = identified ?? named;
  if (!user || user.id === SAMPLE_OWNER_ID) throw userNotFound();
  return user;
}

async function erase(db: Db, { id, username }: User, yes: boolean): Promise<Answer> {
  if (!yes) {
    throw new CommandError(
      `This deletes ${username} with every ad and photo for good. Add --yes to do it.`,
    );
  }
  const erased = await eraseUser(commandLine(db), id);
  const { ads, photos, payments } = erased;
  const gone = `${username} is erased: ads ${ads}, photos ${photos}. Payments kept: ${payments}.`;
  return answer(gone, { id, ...erased });
}

function show({
  password: _secret,
  profileImageUrl: _unused,
  // Nobody reads it but servers from before `verifiedEmail`.
  emailVerifiedAt: _former,
  ...user
}: User): Answer {
  const lines = Object.entries(user).map(([name, value]) => {
    const text = value instanceof Date ? value.toISOString() : String(value ?? "-");
    return `${name.padEnd(20)} ${text}`;
  });
  return { lines, value: user };
}

function answer(line: string, value: unknown): Answer {
  return { lines: [line], value };
}
