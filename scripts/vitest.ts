import { z } from "zod";
import type { Tally } from "./checks.ts";
import { runReported } from "./reported.ts";

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** Runs the tests of these vitest projects, those whose path has `filter` in it, and counts them. */
export function runVitest(projects: readonly string[], filter?: string): Promise<Tally> {
  return runReported(
    (reportFile) => [
      "vitest",
      [
        "run",
        ...(filter ? [filter] : []),
        ...projects.flatMap((project) => ["--project", project]),
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${reportFile}`,
      ],
      {},
    ],
    (report) => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = Report.parse(report);
      const broken = numFailedTests === 0 ? numFailedTestSuites : 0;
      return { passed: numPassedTests, failed: numFailedTests + broken };
    },
  );
}
