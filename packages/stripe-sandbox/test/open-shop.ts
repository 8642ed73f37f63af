import { type Browser, expect, type FrameLocator, type Page } from "@playwright/test";
import { onTestFinished } from "vitest";
import { type OpenSandbox, openSandbox } from "./open-sandbox.ts";
import { serveShop } from "./serve-shop.ts";

export type Shop = OpenSandbox & {
  page: Page;
  /** The frame with the card inputs. */
  card: FrameLocator;
  /** The ID of the intent that the page pays. */
  intent: string;
  url: string;
  /** Every request of the page and its frames that contained a card number, as `method path`. */
  cardCalls: string[];
};

/** Chromium logs declined cards and unknown intents as failed requests. */
const REFUSED = /status of 40[24]/;

/**
 * Opens a page that can pay a new intent. Any logged error or warning fails the test, unless
 * `expected` matches it.
 */
export async function openShop(browser: Browser, expected = REFUSED): Promise<Shop> {
  const opened = await openSandbox({ host: "localhost" });
  const shop = await serveShop(opened.sandbox.port);
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!expected.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const cardCalls: string[] = [];
  page.on("request", (request) => {
    const text = `${request.url()} ${request.postData() ?? ""}`.replaceAll(/[\s+]|%20/g, "");
    if (!/\b(?:4242424242424242|40000\d{11})\b/.test(text)) return;
    const { origin, pathname } = new URL(request.url());
    const isSandbox = origin === `http://localhost:${opened.sandbox.port}`;
    cardCalls.push(`${request.method()} ${isSandbox ? "sandbox" : origin}${pathname}`);
  });
  onTestFinished(async () => {
    await context.close();
    await shop.close();
    expect(problems).toEqual([]);
  });
  const intent = await opened.stripe.paymentIntents.create({ amount: 5900, currency: "usd" });
  const url = `${shop.url}/?secret=${intent.client_secret}`;
  await page.goto(url);
  const card = page.frameLocator("iframe[title='Secure payment input frame']");
  return { ...opened, page, card, intent: intent.id, url, cardCalls };
}

/** Fills in a card and clicks Pay. */
export async function payWith({ card, page }: Shop, number: string): Promise<void> {
  await card.getByLabel("Card number").fill(number);
  await card.getByLabel("Expiration date").fill("12 / 34");
  await card.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay" }).click();
}

/** Locates the page's output with this name. */
export function output({ page }: Shop, name: "mounts" | "events" | "state" | "result") {
  return page.getByRole("status", { name });
}
