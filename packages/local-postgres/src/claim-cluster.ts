import pg from "pg";

/** Thrown if another running process has claimed the cluster. */
export class ClusterInUse extends Error {
  override name = "ClusterInUse";
  /** The ID of that process. */
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`Process ${pid} already uses the database in ${dataDir}.`);
    this.pid = pid;
  }
}

const LOCK = 1;
const NAME = "studbook-launcher-";

/**
 * Claims a cluster until this process ends or the server stops. The claim is a lock that an open connection holds,
 * so none is left over when the process is killed.
 *
 * @param url the cluster's database `postgres`
 * @throws ClusterInUse
 */
export async function claimCluster(url: string, dataDir: string): Promise<void> {
  const application = `${NAME}${process.pid}`;
  const client = new pg.Client({ connectionString: url, application_name: application });
  // The server closes the connection when it stops.
  client.on("error", () => undefined);
  await client.connect();
  try {
    while (!(await tryLock(client))) {
      const pid = await findHolder(client);
      if (pid !== undefined) throw new ClusterInUse(dataDir, pid);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock($1) as "isLocked"`,
    [LOCK],
  );
  return rows[0]?.isLocked === true;
}

/** Returns the ID of the process that holds the lock, or undefined if it has just ended. */
async function findHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where starts_with(application_name, $1) and pid <> pg_backend_pid()`,
    [NAME],
  );
  return rows[0] && Number(rows[0].name.slice(NAME.length));
}
