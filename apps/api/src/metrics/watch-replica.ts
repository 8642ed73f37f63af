import { Counter, Gauge, type Registry } from "prom-client";
import type { Replica } from "../open-replica.ts";

/** Adds the metrics of the replica. Its lag is that of the last check, which each scrape starts. */
export function watchReplica(replica: Replica, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "studbook_replica_usable",
    help: "1 unless the primary serves all reads because the replica is unreachable, late or no longer a standby",
    registers,
    collect() {
      this.set(replica.readState().isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: "studbook_replica_lag_bytes",
    help: "How much of the primary's write-ahead log the replica had not replayed at the last check",
    registers,
    collect() {
      this.set(replica.readState().lagBytes);
    },
  });
  new Gauge({
    name: "studbook_replica_lag_seconds",
    help: "For how long the replica has been behind the primary; 0 if it was not at the last check",
    registers,
    collect() {
      this.set(replica.readState().lagSeconds);
    },
  });
  new Counter({
    name: "studbook_guest_reads_total",
    help: "Statements for guests by the database that ran them",
    labelNames: ["database"],
    registers,
    collect() {
      const { counts } = replica.readState();
      this.reset();
      this.inc({ database: "replica" }, counts.replica);
      this.inc({ database: "primary" }, counts.primary);
    },
  });
  new Counter({
    name: "studbook_replica_failed_reads_total",
    help: "Statements that failed on the replica and were repeated on the primary",
    registers,
    collect() {
      this.reset();
      this.inc(replica.readState().counts.repeated);
    },
  });
}
