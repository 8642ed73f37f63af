import { expect, test } from "vitest";
import { dropUnusedProperties } from "./drop-unused-properties.ts";

test("removes custom properties that nothing uses, and then what only those used", () => {
  const css =
    ":root{--a:1px;--b:var(--c);--c:2px}@media print{:root{--a:3px;--b:4px}}p{margin:var(--a)}" +
    '@property --a{syntax:"*";inherits:false}@property --d{syntax:"*";inherits:false}';
  expect(dropUnusedProperties(css)).toBe(
    ":root{--a:1px;}@media print{:root{--a:3px;}}p{margin:var(--a)}" +
      '@property --a{syntax:"*";inherits:false}',
  );
});

test("keeps a property whose value contains a semicolon in a string", () => {
  const css = `p{--icon:url("data:image/svg+xml;utf8,<svg/>");mask:var(--icon)}q{--x:";";color:red}`;
  expect(dropUnusedProperties(css)).toBe(
    `p{--icon:url("data:image/svg+xml;utf8,<svg/>");mask:var(--icon)}q{color:red}`,
  );
});
