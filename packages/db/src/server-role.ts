import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { LOCK_KEYS } from "./advisory-locks.ts";
import { createDb } from "./client.ts";
import { connect } from "./connect.ts";
import { isConnectionRejected, isDuplicateRole, isInsufficientPrivilege } from "./errors.ts";
import { MigrationError } from "./migrate.ts";

/** Thrown if the server role cannot log in and the owner cannot fix that. The message is for the operator. */
export class ServerRoleError extends MigrationError {
  override name = "ServerRoleError";
}

const MAX_NAME_LENGTH = 63;
const SUFFIX = "_server";
const SCRAM_ITERATIONS = 4096;

/** Two addresses of one database: `url` for servers, `ownerUrl` for migrations, backups and restores. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** Returns the role of the servers, or undefined if they connect as the owner. */
export function findServerRole({ url, ownerUrl }: DatabaseUrls): string | undefined {
  const role = roleOf(url);
  return role === roleOf(ownerUrl) ? undefined : role;
}

function roleOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? "";
}

/**
 * Returns the default address of the servers: a role named after the database, with a password derived from the
 * owner's, so that it need not be stored.
 */
export function deriveServerUrl(ownerUrl: string, role = deriveRole(ownerUrl)): string {
  const url = new URL(ownerUrl);
  url.username = role;
  if (url.password) {
    const secret = createHmac("sha256", decodeURIComponent(url.password));
    url.password = secret.update(role).digest("base64url");
  }
  return url.href;
}

function deriveRole(ownerUrl: string): string {
  const { database = "" } = new pg.Client({ connectionString: ownerUrl });
  return `${database.slice(0, MAX_NAME_LENGTH - SUFFIX.length)}${SUFFIX}`;
}

/**
 * Makes sure that servers can log in with the role and password of `url`. Creates the role or sets its password if
 * needed. Grants nothing.
 *
 * @throws ServerRoleError if the owner cannot do that, or if logging in still fails
 */
export async function ensureServerRole({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  const role = findServerRole({ url, ownerUrl });
  if (!role || !(await findLoginProblem(url))) return;
  try {
    await createOrUpdateRole({ url, ownerUrl }, role);
  } catch (error) {
    if (!isInsufficientPrivilege(error)) throw error;
    const message =
      `The server's role ${role} cannot log in with the password of DATABASE_URL, and ` +
      `${roleOf(ownerUrl)} cannot create or change it. As a superuser, create it ` +
      `(create role ${role} login password '...') or set its password ` +
      `(alter role ${role} login password '...').`;
    throw new ServerRoleError(message, { cause: error });
  }
  const problem = await findLoginProblem(url);
  if (problem) throw new ServerRoleError(`The server's role ${role} cannot log in: ${problem}`);
}

async function findLoginProblem(url: string): Promise<string | undefined> {
  try {
    const client = await connect({ url });
    await client.end();
    return undefined;
  } catch (error) {
    // The password was accepted; only CONNECT has not been granted yet.
    if (isInsufficientPrivilege(error)) return undefined;
    if (isConnectionRejected(error) && error instanceof Error) return error.message;
    throw error;
  }
}

async function createOrUpdateRole({ url, ownerUrl }: DatabaseUrls, role: string): Promise<void> {
  const db = createDb({ url: ownerUrl, poolSize: 1, onPoolError: () => undefined });
  const login = sql`login password ${sql.lit(hashPasswordOf(url))}`;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK_KEYS.serverRole}::bigint)`.execute(tx);
      if (!(await findLoginProblem(url))) return;
      const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(tx);
      await (rows.length === 0
        ? sql`create role ${sql.id(role)} ${login} nosuperuser nocreatedb nocreaterole
            noreplication nobypassrls`
        : sql`alter role ${sql.id(role)} ${login}`
      ).execute(tx);
    });
  } catch (error) {
    // Roles are shared by all databases of a server: another one's migration has just created it.
    if (!isDuplicateRole(error)) throw error;
  } finally {
    await db.destroy();
  }
}

/** How long statements and transactions of a role may take by default, in milliseconds. */
export type RoleLimits = {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
};

/**
 * Resets the settings of the server role (ALTER ROLE ... SET), except for its limits in this database. A role can change its
 * own settings, such as read-only transactions, so an intruder's settings would outlast the attack. Falls back to the role
 * itself if the owner cannot do it. Settings that only a superuser can change stay.
 *
 * @param limits apply to connections through a pooler, which does not pass on what clients ask for
 */
export async function resetServerRole(
  { url, ownerUrl }: DatabaseUrls,
  limits: RoleLimits,
): Promise<void> {
  const role = findServerRole({ url, ownerUrl });
  if (!role) return;
  for (const address of [ownerUrl, url]) {
    try {
      return await resetSettings(address, role, limits);
    } catch (error) {
      if (!isInsufficientPrivilege(error)) throw error;
    }
  }
}

async function resetSettings(address: string, role: string, limits: RoleLimits): Promise<void> {
  const db = createDb({ url: address, poolSize: 1, onPoolError: () => undefined });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set transaction read write`.execute(tx);
      await sql`select pg_advisory_xact_lock(${LOCK_KEYS.serverRole}::bigint)`.execute(tx);
      const { rows } = await sql<{ database: string | null }>`
        select datname::text as database from pg_db_role_setting
        left join pg_database on pg_database.oid = setdatabase
        where setrole = (select oid from pg_roles where rolname = ${role})
          and (setdatabase = 0 or datname = current_database())`.execute(tx);
      for (const { database } of rows) {
        const scope = database === null ? sql`` : sql`in database ${sql.id(database)}`;
        await sql`alter role ${sql.id(role)} ${scope} reset all`.execute(tx);
      }
      const { database = "" } = new pg.Client({ connectionString: address });
      for (const [name, ms] of Object.entries(limits)) {
        await sql`alter role ${sql.id(role)} in database ${sql.id(database)}
          set ${sql.id(name)} = ${sql.lit(ms)}`.execute(tx);
      }
    });
  } finally {
    await db.destroy();
  }
}

/** Returns the hash to send instead of the password itself, because PostgreSQL logs failed statements. */
function hashPasswordOf(url: string): string | null {
  const { password } = new pg.Client({ connectionString: url });
  return password ? scramVerifier(password) : null;
}

/** Returns a password hash as PostgreSQL stores it (SCRAM-SHA-256, RFC 5802). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
