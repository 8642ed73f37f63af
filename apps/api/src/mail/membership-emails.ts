import { formatCents, formatDate, pluralize } from "@studbook/domain/format";
import { pageAddress } from "@studbook/domain/page-address";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { button, type Email, type Site, text } from "./email.ts";

type Receipt = {
  paymentId: string;
  /** Undefined if the receipt goes to an unverified address. */
  username: string | undefined;
  tier: Tier;
  /** Cents. */
  amount: number;
  paidAt: Date;
  from: Date;
  to: Date;
  /** The days of the period that an upgrade carried over. */
  carriedDays: number;
};

export function composeReceipt(receipt: Receipt, { publicUrl }: Site): Email {
  const amount = formatCents(receipt.amount);
  const plan = PLANS[receipt.tier].name;
  const days = pluralize(receipt.carriedDays, "day", "days");
  const carried: [string, string][] =
    receipt.carriedDays > 0 ? [["Carried over from Basic", days]] : [];
  const thanks = receipt.username ? `Thank you, ${receipt.username}.` : "Thank you.";
  return {
    subject: `Your Studbook receipt: ${amount} for ${plan}`,
    title: "Your receipt",
    blocks: [
      text(`${thanks} Your payment was successful.`),
      {
        kind: "facts",
        rows: [
          ["Membership", `${plan}, one year`],
          ["Amount", amount],
          ["Paid on", formatDate(receipt.paidAt)],
          ...carried,
          ["Valid from", formatDate(receipt.from)],
          ["Valid until", formatDate(receipt.to)],
          ["Receipt number", receipt.paymentId.slice(0, 8).toUpperCase()],
        ],
      },
      text(
        "This was a one-time payment for one year. Your membership does not renew automatically.",
      ),
      text("All sales are final, with no refunds."),
      button("Go to My Ads", `${publicUrl}/my-ads`),
    ],
  };
}

type Reminder = { username: string; tier: Tier; expiresAt: Date; days: number };

/** Composes the renewal reminder. If `days` is 0, it says that the membership has expired. */
export function composeReminder(reminder: Reminder, { publicUrl }: Site): Email {
  const { username, tier, days } = reminder;
  const { name, priceCents } = PLANS[tier];
  const date = formatDate(reminder.expiresAt);
  const renew = button("Renew Your Membership", publicUrl + pageAddress("/checkout", { tier }));
  const price = `One year of ${name} costs ${formatCents(priceCents)}.`;
  if (days === 0) {
    return {
      subject: `Your ${name} membership has expired`,
      title: "Your membership has expired",
      blocks: [
        text(`Hello ${username}, your ${name} membership expired on ${date}.`),
        text(
          `Your listings no longer appear in public search. Nothing has been deleted, and they will reappear as soon as you renew. ${price}`,
        ),
        renew,
      ],
    };
  }
  return {
    subject: `Your ${name} membership expires on ${date}`,
    title: "Your membership expires soon",
    blocks: [
      text(
        `Hello ${username}, your ${name} membership expires on ${date}. It does not renew automatically.`,
      ),
      text(
        `After that date, your listings will not appear in public search until you renew. If you renew now, your new membership year starts when the current one ends. ${price}`,
      ),
      renew,
    ],
  };
}
