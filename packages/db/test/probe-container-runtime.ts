import { getContainerRuntimeClient } from "testcontainers";

/**
 * Ends with 0 when a container runtime answers, 2 when there is none, 3 when it does not answer in
 * time. A program of its own, because a connection that hangs would keep its process alive.
 */
setTimeout(() => process.exit(3), 3_000);
try {
  await getContainerRuntimeClient();
  process.exit(0);
} catch (error) {
  const isNone =
    error instanceof Error &&
    error.message.includes("Could not find a working container runtime strategy");
  if (!isNone) throw error;
  process.exit(2);
}
