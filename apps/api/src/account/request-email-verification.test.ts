import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember } from "../../test/test-app.ts";

const officeOf = useRunningOutbox({ rateLimits: "on" });

let app: FastifyInstance;
beforeAll(async () => {
  app = await officeOf().buildApp();
});
afterAll(() => app.close());

type Member = { cookie: string };

/** Gives a member an address, from a network. */
const setEmail = ({ cookie }: Member, email: string | null, network = 1) =>
  app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
    remoteAddress: `10.1.${network}.1`,
  });
const askAgain = ({ cookie }: Member, network = 1) =>
  app.inject({
    method: "POST",
    url: "/api/account/email/verification",
    headers: { cookie },
    remoteAddress: `10.1.${network}.1`,
  });
const countTo = (address: string) =>
  officeOf().server.received.filter(({ to }) => to.some((it) => it.toLowerCase() === address))
    .length;
const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Has strangers give an address to accounts of theirs, from a network each. Returns how many mails it has got since. */
async function flood(address: string, networks: readonly number[]): Promise<number> {
  const before = countTo(address);
  const give = async (network: number, n: number) => {
    const email = n % 2 ? address : address.toUpperCase();
    const answer = await setEmail(await createMember(officeOf().db), email, network);
    expect(answer.statusCode).toBe(200);
  };
  await Promise.all(networks.map(give));
  await officeOf().settle();
  return countTo(address) - before;
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe("links that verify an address", () => {
  it("are sent 30 times an hour from a network, whatever accounts and addresses it has", async () => {
    const members = await Promise.all(numbers(0, 34).map(() => createMember(officeOf().db)));
    const answers = await Promise.all(members.map((it) => setEmail(it, newAddress(), 77)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(34).fill(200));
    await officeOf().settle();
    expect(officeOf().server.received).toHaveLength(30);
    const email = newAddress();
    const member = await createMember(officeOf().db, { email });
    expect((await askAgain(member, 77)).statusCode).toBe(429);
    expect((await askAgain(member, 78)).statusCode).toBe(200);
    await officeOf().settle();
    expect(countTo(email)).toBe(1);
  });

  it("are not sent again and again by one member, and the address is kept all the same", async () => {
    const member = await createMember(officeOf().db);
    for (let n = 0; n < 7; n++) {
      expect((await setEmail(member, `a${n}@example.com`)).statusCode).toBe(200);
    }
    const headers = { cookie: member.cookie };
    const status = await app.inject({ url: "/api/account/email", headers });
    expect(status.json()).toMatchObject({ email: "a6@example.com" });
    expect((await askAgain(member)).statusCode).toBe(429);
    const mails = await officeOf().test.run("select from mails where user_id = $1", [member.id]);
    expect(mails).toHaveLength(5);
  });

  it("are sent to one address 5 times an hour from a network", async () => {
    const victim = newAddress();
    expect(await flood(victim, Array(7).fill(1))).toBe(5);
    expect(await flood(victim, [2])).toBe(1);
  });

  it("are sent 20 times a day, and 20 times more to networks that had none, all answered alike", async () => {
    const owned = newAddress();
    const strangers = numbers(1, 4).flatMap((network) => Array<number>(5).fill(network));
    expect(await flood(owned, strangers)).toBe(20);
    const owner = await createMember(officeOf().db, { email: owned });
    expect((await askAgain(owner, 50)).json()).toEqual({ ok: true });
    await officeOf().settle();
    expect(countTo(owned)).toBe(21);
    expect((await askAgain(owner, 50)).json()).toEqual({ ok: true });
    await officeOf().settle();
    expect(countTo(owned)).toBe(21);
    expect(await flood(owned, numbers(100, 25))).toBe(19);
    expect(await flood(owned, numbers(200, 5))).toBe(0);
    await officeOf().test.advance(24 * 60 * 60_000);
    expect(await flood(owned, [50])).toBe(1);
    await officeOf().test.setNow(null);
  });

  it("count for the day only when they have left", async () => {
    const owned = newAddress();
    await officeOf().server.close();
    for (const network of numbers(1, 25)) {
      const stranger = await createMember(officeOf().db);
      await setEmail(stranger, owned, network);
      await setEmail(stranger, null, network);
    }
    const owner = await createMember(officeOf().db, { email: owned });
    await askAgain(owner, 50);
    await officeOf().settle();
    await officeOf().server.open();
    await officeOf().advance(5);
    expect(countTo(owned)).toBe(1);
    expect(await flood(owned, numbers(1, 25))).toBe(19);
  });

  it("go to the address that they were counted for, and to no later one", async () => {
    const victim = newAddress();
    const stranger = await createMember(officeOf().db);
    officeOf().server.refusal = { code: 451, message: "Not now" };
    const last = newAddress();
    for (const email of [newAddress(), newAddress(), newAddress(), last]) {
      await setEmail(stranger, email);
      await officeOf().settle();
    }
    await setEmail(stranger, victim);
    officeOf().server.refusal = undefined;
    await officeOf().advance(60, 5);
    expect(officeOf().server.received.map(({ to }) => to)).toEqual([[victim]]);
    const kept = await officeOf().test.run("select from mails where email is not null");
    expect(kept).toEqual([]);
  });
});
