import { jobRuns, jobSuccess } from "./metrics.ts";

/** Lets a job be seen before it has run or failed for the first time. */
export function announceJob(task: string): void {
  for (const outcome of ["ok", "failed"]) jobRuns.zero({ task, outcome });
}

/** Does a job's work once, and notes how long it took and how it ended. */
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
