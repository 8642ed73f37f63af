import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import { expect, test } from "vitest";
import { formatQuery } from "../address.ts";
import { respellFilters } from "./respell-filters.ts";

test.each([
  ["/search?breed=labrador+retriever", "/search?breed=Labrador+Retriever"],
  ["/search?breed=+Poodle-toy&pages=2", "/search?breed=Poodle+%28Toy%29&pages=2"],
  ["/search?breed=BOXER&state=Texas", "/search?breed=Boxer&state=TX"],
  ["/search?state=new-york", "/search?state=NY"],
  ["/search?state=wa", "/search?state=WA"],
  ["/search?breed=unicorn&state=tx", "/search?breed=unicorn&state=TX"],
  ["/search?breed=golden+retreiver&state=texs", "/search?breed=golden+retreiver&state=texs"],
  ["/search?breed=%21&cursor=abc", "/search?breed=%21&cursor=abc"],
  ["/search", "/search"],
  ["/admin/users?q=boxer", "/admin/users?q=boxer"],
])("turns %s into %s", (address, respelled) => {
  expect(respellFilters(address)).toBe(respelled);
});

test("changes no address that has the names of Studbook", () => {
  for (const breed of BREEDS)
    for (const state of STATE_CODES) {
      const address = `/search${formatQuery({ breed, state })}`;
      expect(respellFilters(address)).toBe(address);
    }
});
