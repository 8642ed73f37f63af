import { setTimeout as delay } from "node:timers/promises";
import { type Member, PASSWORD, type Site } from "../stage/site.ts";
import type { Answer } from "./send.ts";

const EVERY_MS = 1000;

/** A call that an overloaded server must still answer. */
type Vital = { name: string; call: (n: number) => Promise<Answer> };

/** Returns probes, sign-ins, confirmations of a payment, and webhooks. */
export async function prepareVitals(site: Site): Promise<Vital[]> {
  const members = await site.createMembers(30);
  const memberAt = (n: number): Member => {
    const member = members[n % members.length];
    if (!member) throw new RangeError("There are no members");
    return member;
  };
  const monitor = site.newAddress();
  const buyer = await site.createMember({ membershipTier: null, membershipExpiresAt: null });
  const post = { method: "POST", cookie: buyer.cookie, from: buyer.from };
  const order = { membershipTier: "premium" };
  const created = await site.send("/api/create-payment-intent", { ...post, body: order });
  const paymentIntentId = await site.charge(JSON.parse(created.text).clientSecret);
  return [
    { name: "/livez", call: () => site.send("/livez", { from: monitor }) },
    { name: "/readyz", call: () => site.send("/readyz", { from: monitor }) },
    {
      name: "sign-ins",
      call(n) {
        const { username, from } = memberAt(n);
        const body = { username, password: PASSWORD };
        return site.send("/api/login", { method: "POST", from, body });
      },
    },
    {
      name: "confirmations",
      call: () =>
        site.send("/api/confirm-membership", { ...post, body: { ...order, paymentIntentId } }),
    },
    { name: "webhooks", call: () => resendEvent(site) },
  ];
}

/** Lets the provider send an event of the last payment again. */
async function resendEvent(site: Site): Promise<Answer> {
  const startedAt = performance.now();
  const [delivery] = await site.stripe.listDeliveries();
  const status = delivery ? ((await site.stripe.resend(delivery.event)) ?? 0) : 0;
  const ms = performance.now() - startedAt;
  return { status, ms, hasRetryAfter: false, text: "no response", cookie: "" };
}

/** Makes every call once a second, and returns the answers by the name of the call. */
export async function callVitals(
  vitals: readonly Vital[],
  seconds: number,
): Promise<Map<string, Answer[]>> {
  const answers = new Map<string, Answer[]>(vitals.map(({ name }) => [name, []]));
  const end = performance.now() + seconds * 1000;
  const calls: Promise<unknown>[] = [];
  for (let n = 0; performance.now() < end; n++) {
    for (const { name, call } of vitals) {
      calls.push(call(n).then((answer) => answers.get(name)?.push(answer)));
    }
    await delay(EVERY_MS);
  }
  await Promise.all(calls);
  return answers;
}
