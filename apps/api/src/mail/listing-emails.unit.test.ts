import { expect, it } from "vitest";
import { composeFactReminder, MAX_REMINDED_FACTS } from "./listing-emails.ts";
import { renderText } from "./render-email.ts";

const site = { publicUrl: "https://studbook.test", supportEmail: "help@studbook.test" };
const first = { adId: "1", dogName: "Rex", fact: "eyes", date: "2025-09-14" } as const;

it("names several dates of one listing and links to its form", () => {
  const facts = [first, { ...first, fact: "semen", date: "2025-01-05" }] as const;
  const email = composeFactReminder({ username: "ann", facts: [...facts] }, site);
  expect(email.subject).toBe("Old dates on your listing for Rex");
  expect(renderText(email, site)).toBe(`Some dates are old

Hello ann, these dates on your listing for Rex are old, so visitors see them grayed.

Eye exam: Sep 14, 2025, older than 365 days
Semen analysis: Jan 5, 2025, older than 365 days

If there is a newer test, enter its date. Otherwise, you do not need to do anything. This is the only reminder for these dates.

Edit Your Listing:
https://studbook.test/edit-ad/1

-- 
Studbook, studbook.test. Questions? Contact help@studbook.test.
`);
});

it.each([
  [MAX_REMINDED_FACTS, false],
  [MAX_REMINDED_FACTS + 1, true],
])("of %i dates says that there are more: %s", (n, hasMore) => {
  const others = Array.from({ length: n - 1 }, (_, index) => ({ ...first, adId: `${index + 2}` }));
  const email = composeFactReminder({ username: "ann", facts: [first, ...others] }, site);
  const text = renderText(email, site);
  expect(text.match(/Rex: eye exam/g)).toHaveLength(MAX_REMINDED_FACTS);
  expect(text.includes("My Ads shows the other old dates.")).toBe(hasMore);
});
