import type { Row } from "./row.ts";
import { atRest } from "./rows/at-rest.ts";
import { backup } from "./rows/backup.ts";
import { blackHole } from "./rows/black-hole.ts";
import { boot } from "./rows/boot.ts";
import { clock } from "./rows/clock.ts";
import { connectionCut } from "./rows/connection-cut.ts";
import { databasePaused } from "./rows/database-paused.ts";
import { databaseStopped } from "./rows/database-stopped.ts";
import { databaseDiskFull, photosDiskFull, temporaryDiskFull } from "./rows/disk-full.ts";
import { databaseKilled, serverKilled } from "./rows/killed.ts";
import { migration } from "./rows/migration.ts";
import { overloadedCalls, overloadedPages, overloadedWithoutLimits } from "./rows/overload.ts";
import { packetsDropped } from "./rows/packets-dropped.ts";
import { pooler } from "./rows/pooler.ts";
import { providersDown } from "./rows/providers-down.ts";
import { races } from "./rows/races.ts";
import { readOnly } from "./rows/read-only.ts";
import { replica } from "./rows/replica.ts";
import { rollingRestart } from "./rows/rolling-restart.ts";
import { smallContainer } from "./rows/small-container.ts";
import { steady } from "./rows/steady.ts";
import { tableLocked } from "./rows/table-locked.ts";
import { userLocked } from "./rows/user-locked.ts";

/** The rows of the table, in the order in which they run. */
export const ROWS: readonly Row[] = [
  blackHole,
  databaseStopped,
  databasePaused,
  userLocked,
  tableLocked,
  readOnly,
  overloadedCalls,
  overloadedPages,
  overloadedWithoutLimits,
  rollingRestart,
  atRest,
  photosDiskFull,
  temporaryDiskFull,
  databaseDiskFull,
  boot,
  serverKilled,
  databaseKilled,
  connectionCut,
  pooler,
  replica,
  migration,
  clock,
  races,
  steady,
  backup,
  providersDown,
  packetsDropped,
];

/** Rows that take longer than the whole table. They run only if they are named. */
export const LONG_ROWS: readonly Row[] = [smallContainer];
