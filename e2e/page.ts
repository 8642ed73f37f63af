import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

type Fixtures = {
  /** Statuses of documents and calls that this journey means to meet, besides those under 400. */
  expectedStatuses: number[];
  strictPage: undefined;
};

/** A journey fails on any console error, uncaught error, policy violation or failed request. */
export const test = base.extend<Fixtures>({
  expectedStatuses: [[], { option: true }],
  strictPage: [
    async ({ page, expectedStatuses, javaScriptEnabled }, use) => {
      const troubles: string[] = [];
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        const expected = expectedStatuses.some((status) => message.text().includes(` ${status} `));
        if (!expected) troubles.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        // A page that is left while it still loads aborts its own requests.
        if (reason === "net::ERR_ABORTED") return;
        // Chromium says so of the scripts that it does not load because they are switched off.
        if (reason === "csp" && !javaScriptEnabled) return;
        troubles.push(`failed: ${request.url()} ${reason}`);
      });
      page.on("response", (response) => {
        if (response.status() < 400 || expectedStatuses.includes(response.status())) return;
        troubles.push(`${response.status()}: ${response.url()}`);
      });
      await use(undefined);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Asserts that axe finds nothing serious or critical on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
  ).toEqual([]);
}

/** The cards of the results on /search. */
export function listings(page: Page): Locator {
  return page.getByRole("list", { name: "Listings" }).getByRole("listitem");
}
