import type { RemindedFact } from "@studbook/db/queries/fact-reminders";
import { formatDate } from "@studbook/domain/format";
import { factLabel, olderThan } from "@studbook/domain/record/dated-facts";
import { button, type Email, type Site, text } from "./email.ts";

/** How many facts one reminder lists. */
export const MAX_REMINDED_FACTS = 50;

type FactReminder = { username: string; facts: readonly [RemindedFact, ...RemindedFact[]] };

/** Composes the reminder of old facts. Beyond `MAX_REMINDED_FACTS` it says that there are more. */
export function composeFactReminder({ username, facts }: FactReminder, site: Site): Email {
  const [first] = facts;
  const isOne = facts.length === 1;
  const isOneAd = facts.every(({ adId }) => adId === first.adId);
  const listings = isOneAd ? `your listing for ${first.dogName}` : "your listings";
  const listed = facts.slice(0, MAX_REMINDED_FACTS);
  const more = facts.length > listed.length ? [text("My Ads shows the other old dates.")] : [];
  return {
    subject: isOne
      ? `${first.dogName}: ${factLabel(first.fact).toLowerCase()} ${olderThan(first.fact)}`
      : `Old dates on ${listings}`,
    title: isOne ? "A date is old" : "Some dates are old",
    blocks: [
      text(
        isOne
          ? `Hello ${username}, this date on ${listings} is old, so visitors see it grayed.`
          : `Hello ${username}, these dates on ${listings} are old, so visitors see them grayed.`,
      ),
      {
        kind: "facts",
        rows: listed.map(({ dogName, fact, date }) => [
          isOneAd ? factLabel(fact) : `${dogName}: ${factLabel(fact).toLowerCase()}`,
          `${formatDate(date)}, ${olderThan(fact)}`,
        ]),
      },
      ...more,
      text(
        `If there is a newer test, enter its date. Otherwise, you do not need to do anything. This is the only reminder for ${isOne ? "this date" : "these dates"}.`,
      ),
      isOneAd
        ? button("Edit Your Listing", `${site.publicUrl}/edit-ad/${first.adId}`)
        : button("Go to My Ads", `${site.publicUrl}/my-ads`),
    ],
  };
}
