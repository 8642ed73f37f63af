import { expect, it } from "vitest";
import { AdEndings } from "./ad-endings.ts";

const ad = (id: string, endsAt: number) => ({
  id,
  breed: "Boxer",
  state: "TX",
  userId: "owner",
  endsAt,
});
const MINUTE = 60_000;

function listed(...endings: ReturnType<typeof ad>[]): AdEndings {
  const found = new AdEndings();
  found.startListing(0);
  found.finishListing(endings, MINUTE);
  return found;
}

const idsUntil = (endings: AdEndings, latest: number, earliest = latest) =>
  endings.takeEnded({ earliest, latest }).map(({ id }) => id);

it("knows the endings up to the end of the list", () => {
  expect(new AdEndings().areKnownAt(0)).toBe(false);
  expect([listed().areKnownAt(MINUTE - 1), listed().areKnownAt(MINUTE)]).toEqual([true, false]);
});

it("reads the next list half a minute before the end of the last one", () => {
  expect([listed().startListing(MINUTE / 2), listed().startListing(MINUTE / 2 + 1)]).toEqual([
    false,
    true,
  ]);
});

it("returns ended ads until they have certainly ended", () => {
  const endings = listed(ad("b", 200), ad("a", 100));
  expect(idsUntil(endings, 99)).toEqual([]);
  expect(idsUntil(endings, 100, 90)).toEqual(["a"]);
  expect(idsUntil(endings, 110, 100)).toEqual(["a"]);
  expect(idsUntil(endings, 110, 100)).toEqual([]);
  expect(idsUntil(endings, 200)).toEqual(["b"]);
});

it("adds changed ads that end within the list, and all of them while a list is read", () => {
  const endings = listed();
  endings.note([ad("soon", 10), ad("later", 2 * MINUTE), { ...ad("never", 0), endsAt: null }]);
  endings.startListing(MINUTE);
  endings.note([ad("meanwhile", 2 * MINUTE - 1)]);
  endings.finishListing([], 2 * MINUTE);
  expect(idsUntil(endings, 2 * MINUTE)).toEqual(["soon", "meanwhile"]);
});

it("keeps the breed that an ad was given while a list was read, which has the one before", () => {
  const endings = new AdEndings();
  endings.startListing(0);
  endings.note([{ ...ad("moved", 10), breed: "Akita" }]);
  endings.finishListing([ad("moved", 10)], MINUTE);
  const ended = endings.takeEnded({ earliest: 10, latest: 10 });
  expect(ended.map(({ breed }) => breed)).toContain("Akita");
});

it("knows nothing after it was told to forget, not even from a list that was being read", () => {
  const endings = new AdEndings();
  endings.startListing(0);
  endings.forget();
  endings.finishListing([ad("a", 1)], MINUTE);
  expect(endings.areKnownAt(0)).toBe(false);
});
