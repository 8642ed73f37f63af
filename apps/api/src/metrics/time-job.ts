import { jobRuns, jobSuccess } from "./metrics.ts";

/** Makes a job appear in the metrics before its first run. */
export function announceJob(task: string): void {
  for (const outcome of ["ok", "failed"]) jobRuns.zero({ task, outcome });
}

/** Runs a job once and records its duration and outcome. */
export async function timeJob<T>(task: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome = "failed";
  try {
    const result = await work();
    outcome = "ok";
    jobSuccess.setToCurrentTime({ task });
    return result;
  } finally {
    jobRuns.observe({ task, outcome }, (performance.now() - startedAt) / 1000);
  }
}
