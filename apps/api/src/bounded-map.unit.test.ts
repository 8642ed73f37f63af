import { expect, it } from "vitest";
import { remember } from "./bounded-map.ts";

it("finds a value again only after it has been forgotten", () => {
  const found: string[] = [];
  const find = remember(2, (key: string) => {
    found.push(key);
    return key.toUpperCase();
  });
  expect(["a", "b", "a", "c", "b", "a"].map(find)).toEqual(["A", "B", "A", "C", "B", "A"]);
  expect(found).toEqual(["a", "b", "c", "a"]);
});
