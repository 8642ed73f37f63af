import { test as base, expect, type Locator, type Page, type Request } from "@playwright/test";

type Fixtures = {
  /** Statuses of 400 and above that this journey expects. */
  expectedStatuses: number[];
  /** Network errors that this journey expects, for example while it is offline. */
  expectedFailures: string[];
  strictPage: undefined;
};

/**
 * A journey fails on any console error, uncaught error, policy violation or failed request. If it fails, its errors
 * also list the requests that had no response yet.
 */
export const test = base.extend<Fixtures>({
  expectedStatuses: [[], { option: true }],
  expectedFailures: [[], { option: true }],
  strictPage: [
    async ({ page, expectedStatuses, expectedFailures, javaScriptEnabled }, use, testInfo) => {
      const troubles: string[] = [];
      const unanswered = new Set<Request>();
      page.on("request", (request) => unanswered.add(request));
      page.on("requestfinished", (request) => unanswered.delete(request));
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        const expected = [...expectedStatuses.map((status) => ` ${status} `), ...expectedFailures];
        if (!expected.some((text) => message.text().includes(text)))
          troubles.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
      page.on("requestfailed", (request) => {
        unanswered.delete(request);
        const reason = request.failure()?.errorText ?? "";
        // The browser aborts the requests of a page that the journey leaves.
        if (reason === "net::ERR_ABORTED" || expectedFailures.includes(reason)) return;
        // Chromium reports this for scripts when JavaScript is disabled.
        if (reason === "csp" && !javaScriptEnabled) return;
        troubles.push(`failed: ${request.url()} ${reason}`);
      });
      page.on("response", (response) => {
        if (response.status() < 400 || expectedStatuses.includes(response.status())) return;
        troubles.push(`${response.status()}: ${response.url()}`);
      });
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        for (const request of unanswered) {
          troubles.push(`unanswered: ${request.method()} ${request.url()}`);
        }
      }
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The part of React's root, kept at the element, that tells whether it has been rendered. */
type ReactRoot = {
  stateNode: { current: { child: unknown; memoizedState: { isDehydrated: boolean } } };
};

/**
 * Resolves when the scripts have taken the page over. Earlier a link is followed and a form is sent as on a
 * page without scripts, and a key does nothing.
 */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.getElementById("root") ?? {};
    const key = Object.keys(element).find((name) => name.startsWith("__reactContainer$"));
    if (key === undefined) return false;
    const root: ReactRoot = Reflect.get(element, key);
    const { child, memoizedState } = root.stateNode.current;
    return child !== null && !memoizedState.isDehydrated;
  });
}

/** The cards of the results on /search. */
export function listings(page: Page): Locator {
  return page.getByRole("list", { name: "Listings" }).getByRole("listitem");
}

/** Of those, the ones that stay: journeys that list a dog of their own, and delete or hide it, list a Vizsla. */
export function lastingListings(page: Page): Locator {
  return listings(page).filter({ hasNotText: "Vizsla" });
}
