import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../test/read-csv.ts";
import { csvLine, escapeFormulas } from "./csv.ts";

const SIGNS = [..."=+-@＝＋－＠"];
const BREAKS = [",", ";", "|", "\t", "\n", "\r", "\r\n"];

describe("csvLine", () => {
  it.each([
    [["a", 1, true, null, ""], '"a",1,true,,""\r\n'],
    [['say "hi"', "a,b", "two\nlines"], '"say ""hi""","a,b","two\nlines"\r\n'],
    [["=1+1", "+1", "-1", "@sum"], `"'=1+1","'+1","'-1","'@sum"\r\n`],
    [["\tx", '=HYPERLINK("http://x","y")'], `"'\tx","'=HYPERLINK(""http://x"",""y"")"\r\n`],
    [["＝1+1"], `"'＝1+1"\r\n`],
    [[-5, 0], "-5,0\r\n"],
    [["a=1", "a@example.com", "a - b"], '"a=1","a@example.com","a - b"\r\n'],
    [["a;=1", "a|+1", "a\t-1", "a\n@b"], `"a;'=1","a|'+1","a\t'-1","a\n'@b"\r\n`],
    [['a;"=1"', "a, =1"], `"a;""'=1""","a, '=1"\r\n`],
  ])("writes %j as %j", (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it.each(SIGNS)("escapes %s at the start and after any separator", (sign) => {
    for (const separator of BREAKS) {
      const text = `${sign}1${separator}${sign}2${separator}${separator}${sign}3`;
      const escaped = `'${sign}1${separator}'${sign}2${separator}${separator}'${sign}3`;
      expect(readCsv(csvLine([text]))).toEqual([[escaped]]);
    }
  });

  it("can be read back unchanged except for apostrophes", () => {
    fc.assert(
      fc.property(fc.array(risky, { minLength: 1, maxLength: 5 }), (values) => {
        const [cells = [], ...rest] = readCsv(csvLine(values));
        expect(rest).toEqual([]);
        expect(cells.map(withoutApostrophes)).toEqual(values.map(withoutApostrophes));
      }),
    );
  });

  it("has no cell that starts with a sign, whichever separator a spreadsheet splits at", () => {
    fc.assert(
      fc.property(fc.array(risky, { minLength: 1, maxLength: 3 }), (values) => {
        for (const cell of csvLine(values).split(/[,;|\t\r\n]/)) {
          expect(cell.replace(/^[\s"]+/, "")).not.toMatch(/^[=+\-@＝＋－＠]/);
        }
      }),
    );
  });
});

it("JSON whose formulas are escaped can be read back unchanged", () => {
  const values = fc.record({ texts: fc.array(risky, { maxLength: 4 }), text: risky, n: fc.nat() });
  fc.assert(
    fc.property(values, (value) => {
      const json = escapeFormulas(JSON.stringify(value));
      const [[cell = ""] = []] = readCsv(csvLine([json]));
      expect(cell).toBe(json);
      expect(JSON.parse(cell)).toEqual(value);
    }),
    { examples: [[{ texts: ["=1", "a;＝1"], text: "a, =1", n: 1 }]] },
  );
});

const risky = fc.string({
  unit: fc.constantFrom(...SIGNS, ...BREAKS, '"', "'", " ", "a", "1", "ä", "\u2028"),
  maxLength: 20,
});

function withoutApostrophes(text: string): string {
  return text.replaceAll("'", "");
}
