import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { createDb } from "./client.ts";
import { isDatabaseRefusal, isInsufficientPrivilege, isRoleTaken } from "./errors.ts";
import { MigrationError } from "./migrate.ts";

/** Thrown when the server's role cannot log in and the owner may not change that; for an operator. */
export class ServerRoleError extends MigrationError {
  override name = "ServerRoleError";
}

const LONGEST_NAME = 63;
const SUFFIX = "_server";
const SCRAM_ROUNDS = 4096;
const ROLE_LOCK = 7_365_005;

/** Who reaches a database: servers by `url`, and whoever migrates, backs up and restores by `ownerUrl`. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** The role of servers, to be given its rights; undefined if they use the owner's. */
export function findServerRole({ url, ownerUrl }: DatabaseUrls): string | undefined {
  const role = roleOf(url);
  return role === roleOf(ownerUrl) ? undefined : role;
}

function roleOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? "";
}

/**
 * The address that a server of the same database uses when nobody has chosen one: a role named after the
 * database, with a password that follows from the owner's, so that it need not be kept anywhere.
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
  return `${database.slice(0, LONGEST_NAME - SUFFIX.length)}${SUFFIX}`;
}

/**
 * Makes sure that servers can log in with the role and password of `url`: creates the role, or gives it
 * that password, when they cannot. Grants nothing.
 *
 * @throws ServerRoleError when the owner may not do that, or it does not help
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
      `${roleOf(ownerUrl)} may not create or change it. Do that as a superuser: ` +
      `create role ${role} login password '...', or alter role.`;
    throw new ServerRoleError(message, { cause: error });
  }
  const problem = await findLoginProblem(url);
  if (problem) throw new ServerRoleError(`The server's role ${role} cannot log in: ${problem}`);
}

async function findLoginProblem(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    // Who is not granted CONNECT yet has passed the check of the password.
    if (isInsufficientPrivilege(error)) return undefined;
    if (isDatabaseRefusal(error) && error instanceof Error) return error.message;
    throw error;
  } finally {
    await client.end();
  }
}

async function createOrUpdateRole({ url, ownerUrl }: DatabaseUrls, role: string): Promise<void> {
  const db = createDb({ url: ownerUrl, poolSize: 1, onPoolError: () => undefined });
  const login = sql`login password ${sql.lit(secretOf(url))}`;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${ROLE_LOCK}::bigint)`.execute(tx);
      if (!(await findLoginProblem(url))) return;
      const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(tx);
      await (rows.length === 0
        ? sql`create role ${sql.id(role)} ${login} nosuperuser nocreatedb nocreaterole
            noreplication nobypassrls`
        : sql`alter role ${sql.id(role)} ${login}`
      ).execute(tx);
    });
  } catch (error) {
    // Roles belong to all databases of a server: the migration of another one was faster.
    if (!isRoleTaken(error)) throw error;
  } finally {
    await db.destroy();
  }
}

/**
 * Takes from the server's role the settings that it has of its own. A role may give itself any, such as a timeout
 * that ends every statement or transactions that only read, and they would outlive whoever took over a server. The
 * role itself does it where the owner may not. What only a superuser may set is left as it is.
 */
export async function resetServerRole({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  const role = findServerRole({ url, ownerUrl });
  if (!role) return;
  for (const address of [ownerUrl, url]) {
    try {
      return await resetSettings(address, role);
    } catch (error) {
      if (!isInsufficientPrivilege(error)) throw error;
    }
  }
}

async function resetSettings(address: string, role: string): Promise<void> {
  const db = createDb({ url: address, poolSize: 1, onPoolError: () => undefined });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set transaction read write`.execute(tx);
      await sql`select pg_advisory_xact_lock(${ROLE_LOCK}::bigint)`.execute(tx);
      const { rows } = await sql<{ database: string | null }>`
        select datname::text as database from pg_db_role_setting
        left join pg_database on pg_database.oid = setdatabase
        where setrole = (select oid from pg_roles where rolname = ${role})`.execute(tx);
      for (const { database } of rows) {
        const place = database === null ? sql`` : sql`in database ${sql.id(database)}`;
        await sql`alter role ${sql.id(role)} ${place} reset all`.execute(tx);
      }
    });
  } finally {
    await db.destroy();
  }
}

/** What PostgreSQL is told of a password: it logs statements that fail, so never the password itself. */
function secretOf(url: string): string | null {
  const { password } = new pg.Client({ connectionString: url });
  return password ? scramVerifier(password) : null;
}

/** What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5802). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
