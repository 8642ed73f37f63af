import { relative } from "node:path";
import { z } from "zod";
import type { Tally } from "./checks.ts";
import { runReported } from "./reported.ts";

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
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
      const { numPassedTests, testResults } = Report.parse(report);
      return { passed: numPassedTests, failures: testResults.flatMap(nameFailures) };
    },
  );
}

type File = z.infer<typeof Report>["testResults"][number];

/** The tests of a file that failed, or the file itself where something else in it did. */
function nameFailures({ name, status, assertionResults }: File): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0) return failed.map(({ fullName }) => `${path} > ${fullName}`);
  return status === "failed" ? [path] : [];
}
