import { z } from "zod";
import type { Tally } from "./checks.ts";
import { runReported } from "./reported.ts";

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** Runs the tests of these vitest projects and counts them. */
export function runVitest(projects: readonly string[]): Promise<Tally> {
  return runReported(
    (reportFile) => [
      "vitest",
      [
        "run",
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
