import { formatDate } from "@studbook/domain/format";
import {
  type DatedFact,
  formatAgo,
  isOldFact,
  olderThan,
} from "@studbook/domain/record/dated-facts";

/** Returns a date with its age, grayed if it is old; undefined if it is not stated. `today` is the UTC day 'YYYY-MM-DD'. */
export function datedFact(fact: DatedFact, date: string | undefined, today: string) {
  if (date === undefined) return undefined;
  const isOld = isOldFact(fact, date, today);
  return (
    <span className={isOld ? "old" : undefined}>
      {formatDate(date)}
      <small>
        {formatAgo(date, today)}
        {isOld && `, ${olderThan(fact)}`}
      </small>
    </span>
  );
}
