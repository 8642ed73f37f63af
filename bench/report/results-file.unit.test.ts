import { expect, it } from "vitest";
import { replaceSections } from "./results-file.ts";

it("replaces the sections of the parts that ran and keeps the others", () => {
  const before = replaceSections(
    "",
    new Map([
      ["memory", "old\n\n### Table"],
      ["scale", "kept"],
    ]),
  );
  const after = replaceSections(
    before,
    new Map([
      ["memory", "new"],
      ["vitals", "added"],
    ]),
  );
  expect(after.slice(after.indexOf("## "))).toBe(
    "## memory\n\nnew\n\n## scale\n\nkept\n\n## vitals\n\nadded\n",
  );
  expect(before).toContain("old\n\n### Table");
});
