import { mouse } from "../../input-methods.ts";
import { runOwnerJourney } from "../../owner-journey.ts";
import { test } from "../../page.ts";

test("an owner signs up, pays, lists a dog and closes the account by mouse at 1280 pixels", async ({
  page,
  playwright,
  baseURL,
}) => {
  test.slow();
  const otherSession = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await runOwnerJourney({ page, input: mouse(page), otherSession });
  await otherSession.dispose();
});
