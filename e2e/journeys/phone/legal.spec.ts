import { expect, test, untilHydrated } from "../../page.ts";

for (const name of ["Privacy", "Terms"]) {
  test(`${name} is linked from the footer and works without JavaScript`, async ({
    page,
    browser,
  }) => {
    await page.goto("/");
    await untilHydrated(page);
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Studbook`);
    const path = `/${name.toLowerCase()}`;
    expect(new URL(page.url()).pathname).toBe(path);
    const support = page.getByRole("main").getByRole("link", { name: /@/ }).first();
    await expect(support).toHaveAttribute("href", /^mailto:.+@/);

    const plain = await browser.newContext({ javaScriptEnabled: false });
    const read = await plain.newPage();
    expect((await read.goto(new URL(path, page.url()).href))?.status()).toBe(200);
    await expect(read.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(read.locator('meta[name="description"]')).toHaveAttribute("content", /Studbook/);
    await plain.close();
  });
}
