import type { Page } from "@playwright/test";
import { signInAs } from "../../member.ts";
import { expect, test, untilHydrated } from "../../page.ts";

const header = (page: Page) => page.getByRole("banner");

/** Holds all requests to an address until the returned function is called. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Returns the sum of all layout shifts of the page so far. */
const totalShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => Number(Reflect.get(entry, "value")));
          resolve(shifts.reduce((sum, value) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // The observer is not called if there are none.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test("a member's navigation is shown before any script but the first, and nothing moves when the name arrives", async ({
  page,
}) => {
  await signInAs(page, "premium");
  const runScripts = await hold(page, /\/assets\/(?!boot)[^/]+\.js$/);
  const answer = await hold(page, "**/trpc/auth.me");
  await page.goto("/search", { waitUntil: "commit" });
  const signOut = header(page).getByRole("button", { name: "Sign Out" });
  await expect(signOut).toBeVisible();
  await expect(header(page).getByRole("link", { name: "My Ads" })).toBeVisible();
  await expect(header(page).getByRole("link", { name: "Admin" })).toBeHidden();
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeHidden();
  runScripts();
  await untilHydrated(page);
  await page.evaluate(() => document.fonts.ready);
  const before = await signOut.boundingBox();
  answer();
  await expect(header(page).getByRole("link", { name: "premium" })).toBeVisible();
  expect(await signOut.boundingBox()).toEqual(before);
  await expect(header(page).getByText("Sign In")).toHaveCount(0);
  expect(await totalShift(page)).toBeLessThanOrEqual(0.01);
});

test("an admin's navigation is shown before any script but the first", async ({ page }) => {
  await signInAs(page, "admin");
  const runScripts = await hold(page, /\/assets\/(?!boot)[^/]+\.js$/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(header(page).getByRole("link", { name: "Admin" })).toBeVisible();
  runScripts();
  await expect(header(page).getByRole("link", { name: "Signed in as admin" })).toBeVisible();
});

test("a page corrects a hint without a session, and forgets it", async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: "viewer", value: "admin", url: baseURL ?? "" }]);
  await page.goto("/contact");
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(header(page).getByText("Sign Out")).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);
});

test("a page notices a session without a hint, and remembers it", async ({ page }) => {
  await signInAs(page, "basic");
  await page.context().clearCookies({ name: "viewer" });
  await page.goto("/contact");
  await expect(header(page).getByRole("link", { name: "basic" })).toBeVisible();
  await expect(header(page).getByText("Sign In")).toHaveCount(0);
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "viewer")?.value)
    .toBe("member");
});

test("a link to a page of members waits for the answer instead of leading to /login", async ({
  page,
}) => {
  await signInAs(page, "basic");
  const answer = await hold(page, "**/trpc/auth.me");
  await page.goto("/");
  await untilHydrated(page);
  await header(page).getByRole("link", { name: "My Ads" }).click();
  answer();
  await expect(page).toHaveURL("/my-ads");
  await expect(page.getByRole("heading", { name: "My Stud Listings" })).toBeVisible();
});

test("a page restored after a sign-out elsewhere shows a guest", async ({ page, context }) => {
  await signInAs(page, "basic");
  await page.goto("/contact");
  await expect(header(page).getByRole("link", { name: "basic" })).toBeVisible();
  await context.clearCookies();
  // A browser under test has no back/forward cache.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(header(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  // The links of members remain in the document, but nobody can see or reach them.
  await expect(header(page).getByText("Sign Out")).toBeHidden();
  await expect(header(page).getByRole("button", { name: "Sign Out" })).toHaveCount(0);
  await expect(header(page).getByRole("link", { name: "My Ads" })).toHaveCount(0);
  await expect(header(page).getByText("basic")).toHaveCount(0);
});
