import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { describeFailure, reportTally } from "./tally.ts";

/** Counts the tests of a run, with all errors, in and outside of tests. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    reportTally({
      passed: tests.filter((test) => test.result().state === "passed").length,
      failures: [
        ...modules.flatMap(listFailures),
        ...unhandledErrors.map((error) => describeErrors("an error outside of the tests", [error])),
      ],
    });
  }
}

function listFailures(module: TestModule): string[] {
  const path = relative(process.cwd(), module.moduleId);
  const all: (TestModule | TestSuite | TestCase)[] = [
    module,
    ...module.children.allSuites(),
    ...module.children.allTests("failed"),
  ];
  return all.flatMap((task) => {
    const errors = (task.type === "test" ? task.result().errors : task.errors()) ?? [];
    if (task.type !== "test" && errors.length === 0) return [];
    const name = task.type === "module" ? path : `${path} > ${task.fullName}`;
    return [describeErrors(name, errors)];
  });
}

function describeErrors(
  name: string,
  errors: readonly { message: string; stack?: string | undefined }[],
): string {
  return describeFailure(
    name,
    errors.map(({ message, stack }) => (stack?.includes(message) ? stack : `${message}\n${stack}`)),
  );
}
