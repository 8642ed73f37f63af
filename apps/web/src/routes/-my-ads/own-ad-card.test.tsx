import { text } from "node:stream/consumers";
import type { DatedFact } from "@studbook/domain/record/dated-facts";
import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { prerenderToNodeStream } from "react-dom/static";
import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { createData } from "../../trpc.ts";
import { OwnAdCard } from "./own-ad-card.tsx";

const { record: _, ...AD } = fakeAd(1, { dogName: "Bell Ringer" });
const nothing = () => undefined;

async function renderCard(fields: Partial<OwnAd>, oldFacts: OldFactOfAd[] = []): Promise<string> {
  const Card = () => (
    <OwnAdCard
      ad={{ ...AD, ...fields }}
      oldFacts={oldFacts}
      isDeleting={false}
      onDelete={nothing}
      onChange={nothing}
      onRenewed={nothing}
      onGone={nothing}
    />
  );
  const data = createData(() => Promise.reject(new Error("No call is expected")));
  const router = createRouter({
    routeTree: createRootRoute({ component: Card, notFoundComponent: Card }),
    context: { data },
    history: createMemoryHistory({ initialEntries: ["/"] }),
    isServer: true,
  });
  await router.load();
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />);
  return (await text(prelude)).replaceAll(/<!--.*?-->/g, "");
}

/** Returns the actions that are not in the menu. */
function listActions(html: string): string[] {
  const actions = html.slice(html.indexOf("View<span"));
  return [...actions.matchAll(/([\w ]+)<span class="sr-only"> Bell Ringer/g)].map(
    ([, name = ""]) => name,
  );
}

test("shows a public listing with its titles, and what its owner can do with it", async () => {
  const html = await renderCard({ titles: { prefix: "GCH", suffix: "JH CGC" }, testsStated: 2 });
  expect(html.replaceAll(/<[^>]*>/g, "")).toContain("GCH Bell Ringer JH CGC");
  expect(html).toContain("Public since Dec 31, 2025");
  expect(listActions(html)).toEqual([
    "View",
    "Edit",
    "Share",
    "Pause",
    "Duplicate",
    "Print sheet",
    "Delete",
  ]);
  expect(html).toContain(`href="/create-ad?from=${AD.id}"`);
  expect(html).toContain(`href="/ad/${AD.id}/print"`);
  expect(html).not.toContain("No health tests stated");
});

test("leads from a listing without health tests to its form", async () => {
  expect(await renderCard({})).toMatch(
    new RegExp(`No health tests stated.*href="/edit-ad/${AD.id}".*Add tests`),
  );
});

test("leads from an old eye exam to the form, and asks for the date of other old facts in place", async () => {
  const old = (fact: DatedFact) => ({ adId: AD.id, fact, date: "2020-01-01" });
  const exam = await renderCard({ testsStated: 1 }, [old("eyes")]);
  expect(exam).toMatch(/Eye exam \d+ years old: grayed on the ad.*href="[^"]*"[^>]*>Renew it/);
  const semen = await renderCard({ testsStated: 1 }, [old("semen")]);
  expect(semen).toMatch(/Semen analysis \d+ years old: .*<button[^>]*aria-expanded[^>]*>Renew it/);
});

test("offers to show a paused listing again, also after the membership ended", async () => {
  const html = await renderCard({
    availability: { status: "available", pausedUntil: "2027-01-15" },
    hiddenSince: "2026-01-01T00:00:00.000Z",
  });
  expect(html).toContain("Paused until Jan 15, 2027. Not in search");
  expect(html).toContain("Hidden: your membership ended on Jan 1, 2026");
  expect(listActions(html)).toContain("Show again");
  expect(listActions(html)).not.toContain("Pause");
});

test("shows why the operator has hidden a listing", async () => {
  const html = await renderCard({ hiddenReason: "The photo shows another dog." });
  expect(html).toContain("Reason: The photo shows another dog.");
  expect(html).not.toContain("Public since");
});
