import { relative } from "node:path";
import { z } from "zod";
import type { Tally } from "./checks.ts";
import { runReported } from "./reported.ts";
import { tellFailure } from "./tally.ts";

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
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
      return { passed: numPassedTests, failures: testResults.flatMap(tellFailures) };
    },
  );
}

type File = z.infer<typeof Report>["testResults"][number];

/** The tests of a file that failed, or the file itself where something else in it did. */
function tellFailures({ name, status, message, assertionResults }: File): string[] {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) =>
      tellFailure(`${path} > ${fullName}`, ...(failureMessages ?? [])),
    );
  return status === "failed" ? [tellFailure(path, message)] : [];
}
