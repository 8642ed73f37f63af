import { getContainerRuntimeClient } from "testcontainers";

/**
 * Exits with 0 if a container runtime responds, 2 if there is none, and 3 if it does not respond in time. A separate
 * program, because a hanging connection would keep its process alive.
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
