import { keyboard } from "../../hands.ts";
import { makeOwnerJourney } from "../../owner-journey.ts";
import { test } from "../../page.ts";

test("an owner comes, lists a dog and leaves, with the keyboard alone at 390 pixels", async ({
  page,
  playwright,
  baseURL,
}) => {
  test.slow();
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await makeOwnerJourney({ page, hand: keyboard(page), elsewhere });
  await elsewhere.dispose();
});
