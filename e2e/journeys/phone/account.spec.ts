import { keyboard } from "../../hands.ts";
import { makeOwnerJourney } from "../../owner-journey.ts";
import { test } from "../../page.ts";

// Without a card the checkout cannot be finished here, and need not be a page.
test.use({ expectedStatuses: [404] });

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
