import { appendFile, chown, cp, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import pg from "pg";
import { type ClusterLocation, resolveClusterLocation } from "./cluster-location.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";

/** What PostgreSQL's manual excludes from a copy ("Making a Base Backup Using the Low Level API"). */
const EXCLUDED =
  /^(postmaster\.(pid|opts)|server\.log|(pg_wal|pg_replslot|pg_stat_tmp|pg_notify)\/.+)$/;

/**
 * Copies a running PostgreSQL and starts the copy as a standby that replicates it. The package has no pg_basebackup, so this
 * uses the low-level backup API. Start the standby again with `startEmbeddedPostgres`.
 *
 * @throws LocalPostgresError if it cannot start
 */
export async function startStandby(
  primary: Pick<EmbeddedPostgres, "url" | "dataDir">,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const location = await resolveClusterLocation(options.dataDir);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await cp(primary.dataDir, location.dataDir, {
      recursive: true,
      filter: (path) => !EXCLUDED.test(relative(primary.dataDir, path)),
    });
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(false)",
    );
    await writeFile(join(location.dataDir, "backup_label"), rows[0]?.label ?? "");
  } finally {
    await client.end();
  }
  await configureStandby(primary, location);
  return await startEmbeddedPostgres(options);
}

async function configureStandby(
  { url }: Pick<EmbeddedPostgres, "url">,
  { dataDir, identity }: ClusterLocation,
): Promise<void> {
  const { username, password, port } = new URL(url);
  const settings = [
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'`,
    // Otherwise it waits for 5 s before it connects again.
    "wal_retrieve_retry_interval = '100ms'",
  ];
  await appendFile(join(dataDir, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  await writeFile(join(dataDir, "standby.signal"), "");
  if (!identity) return;
  const { uid, gid } = identity;
  await chown(dataDir, uid, gid);
  for (const entry of await readdir(dataDir, { recursive: true })) {
    await chown(join(dataDir, entry), uid, gid);
  }
}
