import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it.each([
    [["a", 1, true, null], "a,1,true,\r\n"],
    [['say "hi"', "a,b", "two\nlines"], '"say ""hi""","a,b","two\nlines"\r\n'],
    [["=1+1", "+1", "-1", "@sum"], "'=1+1,'+1,'-1,'@sum\r\n"],
    [["\tx", '=HYPERLINK("http://x","y")'], `'\tx,"'=HYPERLINK(""http://x"",""y"")"\r\n`],
    [["＝1+1"], "'＝1+1\r\n"],
    [[-5, 0], "-5,0\r\n"],
    [["a=1"], "a=1\r\n"],
  ])("of %j is %j", (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it("is read back as it was, but for the apostrophe before a formula", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (values) => {
        const cells = readLine(csvLine(values));
        expect(cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""))).toEqual(
          values.map((value) => value.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")),
        );
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});

/** One record by the grammar of RFC 4180. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
