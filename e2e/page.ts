import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type TestInfo,
} from "@playwright/test";
import { backdateListings } from "./member.ts";

type Fixtures = {
  /** Statuses of 400 and above that this journey expects. */
  expectedStatuses: number[];
  /** Network errors that this journey expects, for example while it is offline. */
  expectedFailures: string[];
  strictPage: undefined;
  oldListings: undefined;
};

type WorkerFixtures = {
  /** The contexts of `sharedContextTest`, by their options. */
  sharedContexts: Map<string, BrowserContext>;
};

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

// Its `file` would be the one that declares the test, which is checks/state-test.ts for all states.
const isForPhone = ({ titlePath: [file] }: TestInfo) => file?.includes("journeys/phone/") === true;

/** The options for the tests of the page that shows all components. */
export const STYLES = {
  baseURL: process.env.STYLES_URL,
  contextOptions: { reducedMotion: "reduce" },
} as const;

/**
 * A journey fails on any console error, uncaught error, policy violation or failed request. If it fails, its errors
 * also list the requests that had no response yet.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedStatuses: [[], { option: true }],
  expectedFailures: [[], { option: true }],
  viewport: ({ viewport }, use, info) => use(isForPhone(info) ? PHONE.viewport : viewport),
  hasTouch: ({ hasTouch }, use, info) => use(isForPhone(info) || hasTouch),
  isMobile: ({ isMobile }, use, info) => use(isForPhone(info) || isMobile),
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
  // Playwright tears down fixtures that need no page after the page has closed.
  oldListings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured parameter.
    async ({}, use) => {
      await use(undefined);
      await backdateListings();
    },
    { auto: true },
  ],
  // Declared for all tests, because a worker serves only tests with the same worker fixtures.
  sharedContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured parameter.
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
    { scope: "worker" },
  ],
});

/**
 * Like `test`, but the tests of a worker share a browser context for each device, so that the browser loads and compiles the
 * scripts once. Each test starts without cookies.
 */
export const sharedContextTest = test.extend({
  context: async (
    {
      sharedContexts,
      browser,
      baseURL,
      viewport,
      isMobile,
      hasTouch,
      locale,
      timezoneId,
      contextOptions,
    },
    use,
  ) => {
    const options = {
      ...contextOptions,
      viewport,
      isMobile,
      hasTouch,
      ...(baseURL && { baseURL }),
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
    };
    const key = JSON.stringify(options);
    const shared = sharedContexts.get(key) ?? (await browser.newContext(options));
    sharedContexts.set(key, shared);
    await shared.clearCookies();
    await use(shared);
    await shared.setOffline(false);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
  },
});

export { expect };

/** Opens an empty page with a separate session on the site of an open page. */
export async function openWithNewSession(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  return context.newPage();
}

/** Opens a page and waits until it is hydrated and has loaded its data. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

/** The part of React's root, stored at its element, that shows whether the root is hydrated. */
type ReactRoot = {
  stateNode: { current: { child: unknown; memoizedState: { isDehydrated: boolean } } };
};

/** Waits until React handles the page's events. Before that, forms and links work as without scripts and keys do nothing. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const findReactKey = (element: object, prefix: string) =>
      Object.keys(element).find((key) => key.startsWith(prefix));
    const element = document.getElementById("root") ?? {};
    const key = findReactKey(element, "__reactContainer$");
    if (key === undefined) return false;
    const root: ReactRoot = Reflect.get(element, key);
    const { child, memoizedState } = root.stateNode.current;
    // Parts of the page may be hydrated later than the root.
    const controls = [
      ...document.querySelectorAll(
        "header a, :is(header, main) :is(button, input, select, textarea)",
      ),
    ];
    const areHydrated = controls.every((control) => findReactKey(control, "__reactFiber$"));
    return child !== null && !memoizedState.isDehydrated && areHydrated;
  });
}

/** Returns the cards of the results on /search. */
export function listings(page: Page): Locator {
  return page.getByRole("list", { name: "Listings" }).getByRole("listitem");
}

/** Returns the cards that no journey deletes or hides: journeys create only listings of Vizslas. */
export function permanentListings(page: Page): Locator {
  return listings(page).filter({ hasNotText: "Vizsla" });
}
