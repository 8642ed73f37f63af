import { createAd, createUser } from "@studbook/db/test/factories";
import { BREEDS } from "@studbook/domain/breeds";
import { US_STATES } from "@studbook/domain/states";
import { expect, it } from "vitest";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const get = async (url: string) => (await site.app.inject(url)).json();
const totalOf = async (query: string) =>
  Number((await site.app.inject(`/api/ads?${query}&limit=1`)).headers["x-total-count"]);

it("lists every breed and state with the number of ads that a search for it finds", async () => {
  const { id } = await createUser(site.db);
  const hidden = await createUser(site.db, { isActive: false });
  await createAd(site.db, id, { breed: "Poodle (Toy)", state: "NY" });
  await createAd(site.db, id, { breed: "Poodle (Toy)", state: "OH" });
  await createAd(site.db, id, { breed: "Other", state: "NY" });
  await createAd(site.db, hidden.id, { breed: "Other", state: "NY" });

  const breeds: { name: string; count: number }[] = await get("/api/breeds");
  expect(breeds.map(({ name }) => name)).toEqual(BREEDS);
  expect(breeds.at(BREEDS.indexOf("Poodle (Toy)"))).toEqual({
    name: "Poodle (Toy)",
    slug: "poodle-toy",
    group: "Toy",
    nicknames: ["Toy Poodle", "Poodle"],
    count: 2,
  });
  expect(breeds.at(-1)).toEqual({
    name: "Other",
    slug: "other",
    group: null,
    nicknames: [],
    count: 1,
  });

  const states: { code: string; count: number }[] = await get("/api/states");
  expect(states.map(({ code }) => code)).toEqual(US_STATES.map(({ code }) => code));
  expect(states).toContainEqual({ code: "NY", name: "New York", slug: "new-york", count: 2 });

  for (const { name, count } of breeds.filter(({ count }) => count > 0)) {
    expect([name, count]).toEqual([name, await totalOf(`breed=${encodeURIComponent(name)}`)]);
  }
  for (const { code, count } of states.filter(({ count }) => count > 0)) {
    expect([code, count]).toEqual([code, await totalOf(`state=${code}`)]);
  }
});
