import { isTestOf, type TestKind } from "@studbook/domain/record/health-tests";

/** An entry of the list of tests: a row by its index, or a test of the club's list that is not stated. */
export type TestItem = { row: number } | { listed: TestKind };

/**
 * Returns the entries in the order of the club's list, followed by the rows of other tests.
 *
 * @param kinds what the rows test; undefined if that is not chosen yet
 */
export function listTestItems(
  listed: readonly TestKind[],
  kinds: readonly (TestKind | undefined)[],
): TestItem[] {
  const isOf = (row: number, test: TestKind) => {
    const kind = kinds[row];
    return kind !== undefined && isTestOf(test, kind);
  };
  const rows = kinds.map((_, row) => row);
  const named = listed.filter(({ name }) => name !== undefined);
  const placed = new Set<number>();
  const items = listed.flatMap((test): TestItem[] => {
    // A test with a name belongs to the entry with this name, not to the one of all tests of its kind.
    const own = rows.filter(
      (row) =>
        isOf(row, test) && (named.includes(test) || !named.some((other) => isOf(row, other))),
    );
    for (const row of own) placed.add(row);
    if (own.length > 0) return own.map((row) => ({ row }));
    return rows.some((row) => isOf(row, test)) ? [] : [{ listed: test }];
  });
  const others = rows.filter((row) => !placed.has(row));
  return [...items, ...others.map((row) => ({ row }))];
}
