import { getBrowser } from "./browser.ts";

/** Unpacks the browser before the tests, so that each worker need not. */
export async function setup(): Promise<void> {
  await getBrowser();
}
