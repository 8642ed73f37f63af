import { AdSearchInput } from "@studbook/domain/schemas/ad-search";
import { expect, it } from "vitest";
import { pageHeadersOf } from "./page-headers.ts";

const LINKS = { publicUrl: "https://studbook.test", parameters: Object.keys(AdSearchInput.shape) };

it.each([
  ["", "limit=100", "limit=0100&breed=&x=1", "cursor=b"],
  ["limit=4", "state=&limit=04", "limit=4&limit=4"],
  ["breed=Boxer&state=TX", "state=TX&breed=Boxer", "%62reed=%42oxer&state=TX&breed=Boxer&utm=1"],
  ["breed=Akita&breed=Boxer&limit=3", "breed=Boxer&limit=3&breed=Akita&breed="],
  ["breed=Poodle+%28Toy%29", "breed=Poodle%20(Toy)"],
])("links from ?%s to the same next page as from all its other spellings", (query, ...others) => {
  const expected = `<https://studbook.test/api/ads?${query}${query && "&"}cursor=a>; rel="next"`;
  for (const spelling of [query, ...others]) {
    const url = `/api/ads?${spelling}`;
    expect(pageHeadersOf(url, LINKS, { total: 9, nextCursor: "a" })).toEqual({
      "x-total-count": 9,
      link: expected,
    });
  }
});
