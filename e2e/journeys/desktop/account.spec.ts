import { mouse } from "../../hands.ts";
import { makeOwnerJourney } from "../../owner-journey.ts";
import { test } from "../../page.ts";

test("an owner comes, lists a dog and leaves, with the mouse alone at 1280 pixels", async ({
  page,
  playwright,
  baseURL,
}) => {
  test.slow();
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await makeOwnerJourney({ page, hand: mouse(page), elsewhere });
  await elsewhere.dispose();
});
