/** Parses a CSV file strictly by RFC 4180. Throws Error if it does not conform. */
export function readCsv(file: string): string[][] {
  const cellAndEnd = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const records: string[][] = [];
  let record: string[] = [];
  while (cellAndEnd.lastIndex < file.length) {
    const at = cellAndEnd.lastIndex;
    const [, quoted, plain = "", end] = cellAndEnd.exec(file) ?? [];
    if (end === undefined) throw new Error(`Invalid CSV at ${at}: ${file.slice(at, at + 40)}`);
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0) throw new Error("The last line has no line break");
  return records;
}
