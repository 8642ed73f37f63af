import { formatCents, formatDate } from "@studbook/domain/format";
import { pageAddress } from "@studbook/domain/pages";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { button, type Letter, type Site, text } from "./letter.ts";

type Receipt = {
  paymentId: string;
  /** Undefined when the receipt goes to an address that is not verified. */
  username: string | undefined;
  tier: Tier;
  /** Cents. */
  amount: number;
  paidAt: Date;
  from: Date;
  to: Date;
};

/** What was paid, for which year, and that there is neither a refund nor another charge. */
export function writeReceipt(receipt: Receipt, { publicUrl }: Site): Letter {
  const amount = formatCents(receipt.amount);
  const plan = PLANS[receipt.tier].name;
  const thanks = receipt.username ? `Thank you, ${receipt.username}.` : "Thank you.";
  return {
    subject: `Your Studbook receipt: ${amount} for ${plan}`,
    title: "Your receipt",
    blocks: [
      text(`${thanks} Your payment has gone through.`),
      {
        kind: "facts",
        rows: [
          ["Membership", `${plan}, one year`],
          ["Amount", amount],
          ["Paid on", formatDate(receipt.paidAt)],
          ["From", formatDate(receipt.from)],
          ["Until", formatDate(receipt.to)],
          ["Receipt", receipt.paymentId.slice(0, 8).toUpperCase()],
        ],
      },
      text("This was one payment for one year. It does not renew by itself."),
      text("All sales are final: there are no refunds."),
      button("Go to My Ads", `${publicUrl}/my-ads`),
    ],
  };
}

type Reminder = { username: string; tier: Tier; expiresAt: Date; days: number };

/** That a membership ends, or with no days left that it has ended. */
export function writeReminder(reminder: Reminder, { publicUrl }: Site): Letter {
  const { username, tier, days } = reminder;
  const { name, priceCents } = PLANS[tier];
  const date = formatDate(reminder.expiresAt);
  const renew = button("Renew Your Membership", publicUrl + pageAddress("/checkout", { tier }));
  const price = `One year of ${name} is ${formatCents(priceCents)}.`;
  if (days === 0) {
    return {
      subject: `Your ${name} membership has expired`,
      title: "Your membership has expired",
      blocks: [
        text(`Hello ${username}. Your ${name} membership expired on ${date}.`),
        text(
          `Your listings are no longer in public search. Nothing is deleted: renew, and they are back at once. ${price}`,
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
        `Hello ${username}. Your ${name} membership expires on ${date}. It does not renew by itself.`,
      ),
      text(
        `Your listings leave public search then, until you renew. Renew now, and the new year begins when this one ends. ${price}`,
      ),
      renew,
    ],
  };
}
