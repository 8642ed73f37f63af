import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect } from "@playwright/test";
import { launchBrowser } from "@studbook/chromium/test/browser";
import { afterAll, beforeAll, it } from "vitest";
import { openShop, output, payWith, type Shop } from "../../test/open-shop.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function listChargeStatuses({ stripe, intent }: Shop) {
  const { data } = await stripe.charges.list({ payment_intent: intent });
  return data.map(({ status }) => status);
}

it("pays with a valid card and emits the form's events to the page", async () => {
  const shop = await openShop(browser);
  const { page, card } = shop;
  await expect(output(shop, "events")).toHaveText("ready");
  await card.getByLabel("Card number").pressSequentially("4242424242424242");
  await expect(card.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await expect(output(shop, "state")).toHaveText("incomplete");
  await card.getByLabel("Expiration date").pressSequentially("534");
  await expect(card.getByLabel("Expiration date")).toHaveValue("05 / 34");
  await card.getByLabel("Security code").pressSequentially("1234");
  await expect(card.getByLabel("Security code")).toHaveValue("123");
  await expect(output(shop, "state")).toHaveText("complete");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(output(shop, "result")).toHaveText("succeeded");
  await expect(output(shop, "events")).toHaveText("ready focus blur");
  expect(await listChargeStatuses(shop)).toEqual(["succeeded"]);
  expect(shop.cardCalls).toEqual(["POST sandbox/v1/payment_methods"]);
});

it("pays the same intent with another card after a decline", async () => {
  const shop = await openShop(browser);
  await payWith(shop, "4000000000000002");
  await expect(output(shop, "result")).toHaveText("card_error: Your card was declined.");
  await payWith(shop, "4242424242424242");
  await expect(output(shop, "result")).toHaveText("succeeded");
  expect(await listChargeStatuses(shop)).toEqual(["succeeded", "failed"]);
});

it("charges nothing when 3D Secure fails, and once when it passes", async () => {
  const shop = await openShop(browser);
  const bank = shop.page.frameLocator("iframe[title='3D Secure authentication']");
  await payWith(shop, "4000002500003155");
  await expect(shop.page.getByRole("dialog")).toBeVisible();
  const { violations } = await new AxeBuilder({ page: shop.page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  await expect(output(shop, "result")).toHaveText(
    "invalid_request_error: We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  );
  await expect(shop.page.getByRole("dialog")).toHaveCount(0);
  expect(await listChargeStatuses(shop)).toEqual([]);

  await payWith(shop, "4000002500003155");
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(output(shop, "result")).toHaveText("succeeded");
  expect(await listChargeStatuses(shop)).toEqual(["succeeded"]);
});

it("fails the authentication when Escape closes the 3D Secure dialog", async () => {
  const shop = await openShop(browser);
  await payWith(shop, "4000002500003155");
  const bank = shop.page.frameLocator("iframe[title='3D Secure authentication']");
  // The frame's script enables the buttons and listens for Escape.
  await expect(bank.getByRole("button", { name: "Complete authentication" })).toBeEnabled();
  await shop.page.keyboard.press("Escape");
  await expect(output(shop, "result")).toHaveText(/unable to authenticate/);
  expect(await listChargeStatuses(shop)).toEqual([]);
});

it("shows field errors in the form and sends no card data until they are fixed", async () => {
  const shop = await openShop(browser);
  const { card, page } = shop;
  await payWith(shop, "4242");
  await expect(output(shop, "result")).toHaveText(
    "validation_error: Your card number is incomplete.",
  );
  await expect(card.getByRole("alert").filter({ hasText: "incomplete" })).toHaveText(
    "Your card number is incomplete.",
  );
  await expect(card.getByLabel("Card number")).toHaveAttribute("aria-invalid", "true");
  await card.getByLabel("Card number").fill("4242424242424241");
  await card.getByLabel("Expiration date").fill("01 / 20");
  await card.getByLabel("Security code").fill("1");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(card.getByRole("alert").filter({ hasText: /./ })).toHaveText([
    "Your card number is invalid.",
    "Your card's expiration year is in the past.",
    "Your card's security code is incomplete.",
  ]);
  expect(shop.cardCalls).toEqual([]);
});

it("mounts once under StrictMode, sizes its frame, and pays on Enter with a suggested test card", async () => {
  const shop = await openShop(browser);
  const { page, card } = shop;
  // StrictMode mounts twice only in React's development build.
  await expect(output(shop, "mounts")).toHaveText("2");
  await expect(output(shop, "events")).toHaveText("ready");
  await expect(page.locator("iframe")).toHaveCount(1);
  const body = await card.locator("body").evaluate((element) => element.scrollHeight);
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.height).toBe(body);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await card.getByRole("button", { name: /4242 4242 4242 4242/ }).click();
  await expect(output(shop, "state")).toHaveText("complete");
  await card.getByLabel("Security code").press("Enter");
  await expect(output(shop, "result")).toHaveText("succeeded");
});

it("follows the page's appearance without losing what was typed", async () => {
  const shop = await openShop(browser);
  const number = shop.card.getByLabel("Card number");
  await number.fill("4242");
  const color = () => number.evaluate((input) => getComputedStyle(input).backgroundColor);
  expect(await color()).toBe("rgb(255, 255, 255)");
  await shop.page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(color).toBe("rgb(48, 49, 61)");
  await expect(number).toHaveValue("4242");
  const { violations } = await new AxeBuilder({ page: shop.page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it("emits loaderror for an unknown intent", async () => {
  const shop = await openShop(browser);
  await shop.controls.reset();
  await shop.page.reload();
  await expect(output(shop, "events")).toContainText("loaderror No such payment_intent");
});

it("emits loaderror if the form does not load within fifteen seconds", async () => {
  const shop = await openShop(browser, /ERR_FAILED|postMessage/);
  await shop.page.route("**/v3/card-form", (route) => route.abort());
  await shop.page.clock.install();
  await shop.page.reload();
  await expect(shop.page.locator("iframe")).toHaveCount(1);
  await shop.page.clock.fastForward(15_000);
  await expect(output(shop, "events")).toHaveText("loaderror The payment form did not load.");
});

it("reports a connection error and succeeds on the next attempt", async () => {
  const shop = await openShop(browser, /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED/);
  await shop.controls.fault({ path: "/v1/payment_intents/*/confirm", kind: "drop", times: 2 });
  await payWith(shop, "4242424242424242");
  await expect(output(shop, "result")).toHaveText(/^api_connection_error: /);
  expect(await listChargeStatuses(shop)).toEqual([]);
  await shop.page.getByRole("button", { name: "Pay" }).click();
  await expect(output(shop, "result")).toHaveText("succeeded");
});
