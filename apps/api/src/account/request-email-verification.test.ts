import { describe, expect, it } from "vitest";
import { createMember, testConfig } from "../testing.ts";
import { useTestApp } from "../use-test-app.ts";

const site = useTestApp({ parts: { config: testConfig("on") } });

/** Gives a member an address, from a network. */
const setEmail = ({ cookie }: { cookie: string }, email: string, network = 1) =>
  site.app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
    remoteAddress: `203.0.113.${network}`,
  });

describe("links that verify an address", () => {
  it("are not sent again and again by one member, and the address is kept all the same", async () => {
    const member = await createMember(site.db);
    for (let n = 0; n < 7; n++) {
      expect((await setEmail(member, `a${n}@example.com`)).statusCode).toBe(200);
    }
    const headers = { cookie: member.cookie };
    const status = await site.app.inject({ url: "/api/account/email", headers });
    expect(status.json()).toMatchObject({ email: "a6@example.com" });
    const url = "/api/account/email/verification";
    expect((await site.app.inject({ method: "POST", url, headers })).statusCode).toBe(429);
    const mails = await site.run("select from mails where user_id = $1", [member.id]);
    expect(mails).toHaveLength(5);
  });

  it("are sent to one address 5 times an hour from a network, and 20 times a day in all", async () => {
    const flood = async (count: number, networkOf: (n: number) => number) => {
      const give = async (n: number) => {
        const member = await createMember(site.db);
        await setEmail(member, n % 2 ? "Victim@example.com" : "victim@example.com", networkOf(n));
      };
      await Promise.all(Array.from({ length: count }, (_, n) => give(n)));
      const sent = await site.run(
        "select from mails join users on users.id = user_id where lower(email) = 'victim@example.com'",
      );
      return sent.length;
    };
    expect(await flood(7, () => 1)).toBe(5);
    expect(await flood(1, () => 2)).toBe(6);
    expect(await flood(16, (n) => 10 + n)).toBe(20);
  });
});
