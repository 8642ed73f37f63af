import type { Db } from "@studbook/db/client";
import { createReplicaReads, type ReadCounts } from "@studbook/db/replica-reads";
import { ReplicaWatch } from "@studbook/db/replica-watch";
import type { FastifyBaseLogger } from "fastify";

/** A standby that serves what guests read, as long as it is current. */
export type Replica = {
  /** Reads from the replica, or from the primary if the replica is not current. Supports no transactions. */
  reads: Db;
  /**
   * Call it when a change is committed, before anybody learns of it. Reads that begin later use the replica only once it has
   * replayed the change.
   */
  noteWrites(): void;
  /** The results of the last check and how often reads ran where. Starts a check if the last one is old. */
  readState(): ReplicaWatch["state"] & { counts: Readonly<ReadCounts> };
  /** Closes the replica's connections. */
  close(): Promise<void>;
};

type ReplicaParts = {
  /** Serves the reads that the replica cannot. */
  primary: Db;
  /** For short statements on the primary. */
  primaryProbe: Db;
  replica: Db;
  /** For short statements on the replica. */
  replicaProbe: Db;
  logger: FastifyBaseLogger;
};

/** Opens the replica. Logs one line when it can no longer be used, and one when it can be used again. */
export function openReplica(parts: ReplicaParts): Replica {
  const { primary, primaryProbe, replica, replicaProbe, logger } = parts;
  const watch = new ReplicaWatch({
    primary: primaryProbe,
    replica: replicaProbe,
    onLeave: (reason) => logger.warn({ reason }, "the primary serves all reads, not the replica"),
    onReturn: () => logger.info("the replica serves reads again"),
  });
  const { db, counts } = createReplicaReads({ primary, replica, watch });
  return {
    reads: db,
    noteWrites: () => watch.noteWrites(),
    readState() {
      watch.isCurrent();
      return { ...watch.state, counts };
    },
    async close() {
      await watch.close();
      await Promise.all([replica.destroy(), replicaProbe.destroy()]);
    },
  };
}
