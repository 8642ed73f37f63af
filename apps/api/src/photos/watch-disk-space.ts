import { statfs } from "node:fs/promises";
import { Gauge } from "prom-client";
import { registry } from "../metrics/metrics.ts";
import { diskReads } from "./disk-gates.ts";
import { waitForStorage } from "./storage-errors.ts";

const LIMIT_MS = 1000;

let watched: string | undefined;
let reading: Promise<number> | undefined;

/** Sets the folder whose file system the metric describes. */
export function watchDiskSpace(folder: string): void {
  watched = folder;
}

new Gauge({
  name: "studbook_disk_free_bytes",
  help: "Free space of the file system with this folder, in bytes; missing while it does not respond",
  labelNames: ["folder"],
  registers: [registry],
  async collect() {
    this.reset();
    const folder = watched;
    if (folder === undefined) return;
    try {
      this.set({ folder }, await waitForStorage(readFreeBytes(folder), LIMIT_MS));
    } catch {
      // Uploads report what is wrong with the disk.
    }
  },
});

/** On a disk that does not respond, one call waits, however often Prometheus asks. */
function readFreeBytes(folder: string): Promise<number> {
  reading ??= diskReads
    .run(async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    })
    .finally(() => {
      reading = undefined;
    });
  return reading;
}
