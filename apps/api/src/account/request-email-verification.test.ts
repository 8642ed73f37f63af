import { describe, expect, it } from "vitest";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember } from "../../test/test-app.ts";

const getOutbox = useRunningOutbox({ rateLimits: "on" });

type Member = { cookie: string };

/** Sets a member's address from a network. */
const setEmail = ({ cookie }: Member, email: string | null, network = 1) =>
  getOutbox().app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
    remoteAddress: `10.1.${network}.1`,
  });
const requestLink = ({ cookie }: Member, network = 1) =>
  getOutbox().app.inject({
    method: "POST",
    url: "/api/account/email/verification",
    headers: { cookie },
    remoteAddress: `10.1.${network}.1`,
  });
const countTo = (address: string) =>
  getOutbox().server.received.filter(({ to }) =>
    to.some((recipient) => recipient.toLowerCase() === address),
  ).length;
const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Sets an address for one new account from each network. Returns how many emails the address received. */
async function flood(address: string, networks: readonly number[]): Promise<number> {
  const before = countTo(address);
  const setAddress = async (network: number, n: number) => {
    const email = n % 2 ? address : address.toUpperCase();
    const response = await setEmail(await createMember(getOutbox().db), email, network);
    expect(response.statusCode).toBe(200);
  };
  await Promise.all(networks.map(setAddress));
  await getOutbox().settle();
  return countTo(address) - before;
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe("verification links", () => {
  it("are sent 30 times an hour from a network, for all accounts and addresses together", async () => {
    const members = await Promise.all(numbers(0, 34).map(() => createMember(getOutbox().db)));
    const responses = await Promise.all(
      members.map((member) => setEmail(member, newAddress(), 77)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(34).fill(200));
    await getOutbox().settle();
    expect(getOutbox().server.received).toHaveLength(30);
    const email = newAddress();
    const member = await createMember(getOutbox().db, { email });
    expect((await requestLink(member, 77)).statusCode).toBe(429);
    expect((await requestLink(member, 78)).statusCode).toBe(200);
    await getOutbox().settle();
    expect(countTo(email)).toBe(1);
  });

  it("are sent 5 times an hour for one member, whose address is saved in any case", async () => {
    const member = await createMember(getOutbox().db);
    for (let n = 0; n < 7; n++) {
      expect((await setEmail(member, `a${n}@example.com`)).statusCode).toBe(200);
    }
    const headers = { cookie: member.cookie };
    const status = await getOutbox().app.inject({ url: "/api/account/email", headers });
    expect(status.json()).toMatchObject({ email: "a6@example.com" });
    expect((await requestLink(member)).statusCode).toBe(429);
    const mails = await getOutbox().test.run("select from mails where user_id = $1", [member.id]);
    expect(mails).toHaveLength(5);
  });

  it("are sent to one address 5 times an hour from a network", async () => {
    const victim = newAddress();
    expect(await flood(victim, Array(7).fill(1))).toBe(5);
    expect(await flood(victim, [2])).toBe(1);
  });

  it("are sent to one address 20 times a day, and 20 more times for new networks, with the same responses", async () => {
    const owned = newAddress();
    const strangers = numbers(1, 4).flatMap((network) => Array<number>(5).fill(network));
    expect(await flood(owned, strangers)).toBe(20);
    const owner = await createMember(getOutbox().db, { email: owned });
    expect((await requestLink(owner, 50)).json()).toEqual({ ok: true });
    await getOutbox().settle();
    expect(countTo(owned)).toBe(21);
    expect((await requestLink(owner, 50)).json()).toEqual({ ok: true });
    await getOutbox().settle();
    expect(countTo(owned)).toBe(21);
    expect(await flood(owned, numbers(100, 25))).toBe(19);
    expect(await flood(owned, numbers(200, 5))).toBe(0);
    await getOutbox().test.advance(24 * 60 * 60_000);
    expect(await flood(owned, [50])).toBe(1);
    await getOutbox().test.setNow(null);
  });

  it("count toward the daily limit only after they are sent", async () => {
    const owned = newAddress();
    await getOutbox().server.close();
    for (const network of numbers(1, 25)) {
      const stranger = await createMember(getOutbox().db);
      await setEmail(stranger, owned, network);
      await setEmail(stranger, null, network);
    }
    const owner = await createMember(getOutbox().db, { email: owned });
    await requestLink(owner, 50);
    await getOutbox().settle();
    await getOutbox().server.open();
    await getOutbox().advance(5);
    expect(countTo(owned)).toBe(1);
    expect(await flood(owned, numbers(1, 25))).toBe(19);
  });

  it("are not sent to a later address than the one that they were counted for", async () => {
    const victim = newAddress();
    const stranger = await createMember(getOutbox().db);
    getOutbox().server.refusal = { code: 451, message: "Not now" };
    const last = newAddress();
    for (const email of [newAddress(), newAddress(), newAddress(), last]) {
      await setEmail(stranger, email);
      await getOutbox().settle();
    }
    await setEmail(stranger, victim);
    getOutbox().server.refusal = undefined;
    await getOutbox().advance(60, 5);
    expect(getOutbox().server.received.map(({ to }) => to)).toEqual([[victim]]);
    const stored = await getOutbox().test.run("select from mails where email is not null");
    expect(stored).toEqual([]);
  });
});
