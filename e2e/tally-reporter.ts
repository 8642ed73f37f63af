import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { describeFailure, reportTally } from "@studbook/scripts/tally";

/** Counts the tests of a run, with all errors, in and outside of tests. */
export default class TallyReporter implements Reporter {
  #tests: readonly TestCase[] = [];
  readonly #failures: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(error: TestError): void {
    this.#failures.push(describeErrors("an error outside of the journeys", [error]));
  }

  onEnd(): void {
    const failed = this.#tests.filter((test) => ["unexpected", "flaky"].includes(test.outcome()));
    reportTally({
      passed: this.#tests.filter((test) => test.outcome() === "expected").length,
      failures: [...failed.map(describe), ...this.#failures],
    });
  }
}

function describe(test: TestCase): string {
  const [, project, ...titles] = test.titlePath();
  const errors = test.results.flatMap((result) => result.errors);
  return describeErrors(`${titles.join(" > ")} [${project}]`, errors);
}

function describeErrors(name: string, errors: readonly TestError[]): string {
  return describeFailure(
    name,
    errors.map(({ message, stack, value }) => message ?? stack ?? value ?? ""),
  );
}
