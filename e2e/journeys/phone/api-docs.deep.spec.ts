import { runAxe } from "../../checks/run-axe.ts";
import { expect, test } from "../../page.ts";

test("the API documentation works under the site's security policy and requests nothing from other sites", async ({
  page,
  baseURL,
}) => {
  // The page is the largest: beside other tests on a busy machine, axe has taken longer than a test may.
  test.slow();
  const foreignRequests: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${baseURL}/`))
      foreignRequests.push(request.url());
  });
  const response = await page.goto("/api/docs");
  expect(response?.headers()["content-security-policy"]).toContain("script-src 'self';");
  const call = page.locator(".opblock").filter({ hasText: "Search ads" });
  await call
    .getByRole("button", { name: /Search ads|\/api\/ads/ })
    .first()
    .click();
  await expect(call.getByText("X-Total-Count").first()).toBeVisible();
  await call.getByRole("button", { name: "Try it out" }).click();
  // axe needs most of a minute for the 100 entries of a default page.
  await call.getByRole("textbox", { name: "limit" }).fill("1");
  await call.getByRole("button", { name: "Execute" }).click();
  await expect(call.locator(".live-responses-table .response-col_status").last()).toHaveText("200");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(page.viewportSize()?.width);
  expect(foreignRequests).toEqual([]);
  const create = page.locator(".opblock").filter({ hasText: "Create an ad" });
  await create.getByRole("button").first().click();
  await expect(create.locator(".responses-table")).toBeVisible();
  const { violations } = await runAxe(page);
  const findings = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(findings).toEqual([]);
});
