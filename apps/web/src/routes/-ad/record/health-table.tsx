import { formatDate } from "@studbook/domain/format";
import { formatAgo, isOldFact, olderThan } from "@studbook/domain/record/dated-facts";
import { describeTest, type TestRegistry } from "@studbook/domain/record/health-tests";
import type { HealthTestRow } from "@studbook/domain/schemas/record/health";
import { OutsideLink } from "./outside-link.tsx";

const REGISTRY_LABELS: Partial<Record<TestRegistry, string>> = {
  laboratory: "Laboratory",
  other: "Other registry",
};

/** The stated health tests: a table, or rows on a phone. */
export function HealthTable({ tests, today }: { tests: readonly HealthTestRow[]; today: string }) {
  return (
    <table className="tests">
      <thead>
        <tr>
          <th>Test</th>
          <th>Result</th>
          <th>Registry</th>
          <th>Date</th>
          <th>Certificate</th>
        </tr>
      </thead>
      <tbody>
        {tests.map((test, index) => (
          <TestRow key={index} test={test} today={today} />
        ))}
      </tbody>
    </table>
  );
}

function TestRow({ test, today }: { test: HealthTestRow; today: string }) {
  const { registry, laboratory, result, date, number, url } = test;
  const isOld = test.test === "eyes" && date !== undefined && isOldFact("eyes", date, today);
  return (
    <tr className={isOld ? "old" : undefined}>
      <th scope="row">{describeTest(test)}</th>
      <td>{result}</td>
      <td>{laboratory ?? REGISTRY_LABELS[registry] ?? registry}</td>
      <td>
        {date && formatDate(date)}
        {date && isOld && (
          <small>
            {formatAgo(date, today)}, {olderThan("eyes")}
          </small>
        )}
      </td>
      <td>
        {number}
        {number && url && <br />}
        {url && <OutsideLink url={url} />}
      </td>
    </tr>
  );
}
