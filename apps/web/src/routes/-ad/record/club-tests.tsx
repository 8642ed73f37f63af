import { formatDate } from "@studbook/domain/format";
import { pluralBreed } from "@studbook/domain/record/describe-record";
import { describeTest, isTestOf } from "@studbook/domain/record/health-tests";
import type { ClubTests as List } from "@studbook/domain/schemas/club-tests";
import type { HealthTestRow } from "@studbook/domain/schemas/record/health";

type ClubTestsProps = { breed: string; list: List; stated: readonly HealthTestRow[] };

/** The tests that the breed's parent club lists, and which of them the owner states. */
export function ClubTests({ breed, list, stated }: ClubTestsProps) {
  return (
    <>
      <h3>Tests the parent club lists for {pluralBreed(breed)}</h3>
      <ul className="club-tests">
        {list.tests.map((listed) => {
          const isStated = stated.some((test) => isTestOf(listed, test));
          return (
            <li key={describeTest(listed)}>
              {describeTest(listed)}
              {isStated ? <span>stated</span> : <span className="missing">not stated</span>}
            </li>
          );
        })}
      </ul>
      <p className="text-md text-ink-soft">
        List of the{" "}
        <a href={list.sourceUrl} rel="noopener noreferrer" target="_blank">
          {list.club}
        </a>
        , read {formatDate(list.readOn)}.
      </p>
    </>
  );
}
