import { createGate } from "../gate.ts";

// A file operation on a slow disk occupies one of libuv's four threads until it is done. They also hash passwords, look
// up names and compress responses, so one of them always stays free.

/** Reads photos and spooled files. */
export const diskReads = createGate({ name: "disk-reads", concurrency: 2, maxWaiting: 1000 });

/** Writes and removes photos and spooled files. */
export const diskWrites = createGate({ name: "disk-writes", concurrency: 1, maxWaiting: 500 });
