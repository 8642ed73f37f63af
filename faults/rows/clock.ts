import { fileURLToPath } from "node:url";
import { newAdFields } from "@studbook/api/test/test-app";
import { createAd } from "@studbook/db/test/factories";
import { runSql } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import type { ProductServer } from "../stage/product-server.ts";
import { type Member, openSite, type Site } from "../stage/site.ts";
import { send } from "../traffic/send.ts";

const CLOCK = fileURLToPath(new URL("../stage/shift-clock.mjs", import.meta.url));
/** No other listing has it. */
const BREED = "Whippet";
const MINUTE_MS = 60_000;
const OFFSETS_MINUTES = [10, -10];

export const clock: Row = {
  name: "clock",
  fault: `the clock of a server is ${OFFSETS_MINUTES[0]} minutes fast or slow`,
  promise: "sessions, memberships, pages and webhooks follow the database's clock",
  async run(stage) {
    const findings = new Findings();
    for (const minutes of OFFSETS_MINUTES) {
      await using site = await openSite(stage, {
        servers: 2,
        isProxied: false,
        isStarted: false,
        nodeArgs: ["--import", CLOCK],
      });
      const [right, wrong] = site.servers;
      if (!right || !wrong) throw new Error("The site has fewer than two servers");
      wrong.env = { ...wrong.env, FAULTS_CLOCK_OFFSET_MS: String(minutes * MINUTE_MS) };
      await Promise.all([right.start(), wrong.start()]);
      const variant = `${minutes > 0 ? "+" : ""}${minutes} minutes`;
      findings.include(variant, await compare(site, right, wrong));
    }
    return findings;
  },
};

/** Compares what a server with a wrong clock answers with what one with the right clock answers. */
async function compare(site: Site, right: ProductServer, wrong: ProductServer): Promise<Findings> {
  const findings = new Findings();
  for (const minutes of [5, -5]) {
    const member = await createMemberUntil(site, minutes);
    const other = await createMemberUntil(site, 60 * 24);
    await runSql(
      site.owner,
      "update sessions set expire = studbook_now() + make_interval(mins => $1) where sess ->> 'userId' = $2",
      [minutes, other.id],
    );
    const what = minutes > 0 ? `ends in ${minutes} minutes` : `ended ${-minutes} minutes ago`;
    const expected = await observe(site, right, member, other);
    const actual = await observe(site, wrong, member, other);
    for (const [name, value] of Object.entries(expected)) {
      const found = actual[name];
      const isSame = found === value;
      findings.expect(
        `${name} (${what}): ${isSame ? value : `${found} instead of ${value}`}`,
        isSame,
      );
    }
  }
  findings.expect("webhooks are accepted", (await sendWebhook(site, wrong)) === 200);
  return findings;
}

async function createMemberUntil(site: Site, minutes: number): Promise<Member> {
  const membershipExpiresAt = new Date(Date.now() + minutes * MINUTE_MS);
  const member = await site.createMember({ membershipExpiresAt });
  await createAd(site.owner, member.id, { breed: BREED });
  return member;
}

/** What a member whose membership ends, and another whose session ends, can do on this server. */
async function observe(
  site: Site,
  { baseUrl }: ProductServer,
  member: Member,
  other: Member,
): Promise<Record<string, string | number>> {
  const page = await send(baseUrl, "/create-ad", member);
  const body = await newAdFields(site.owner, member.id);
  const created = await send(baseUrl, "/api/ads", { ...member, method: "POST", body });
  if (created.status === 201) {
    await send(baseUrl, `/api/ads/${JSON.parse(created.text).id}`, { ...member, method: "DELETE" });
  }
  const found = await send(baseUrl, `/api/ads?breed=${BREED}`, { from: site.newAddress() });
  return {
    "session of another": (await send(baseUrl, "/api/auth/me", other)).status,
    "form of /create-ad": page.text.split("<textarea").length > 1 ? "shown" : "hidden",
    "creating an ad": created.status,
    "ads found": JSON.parse(found.text).length,
  };
}

/** Lets the provider send an event to this server. Returns the status. */
async function sendWebhook(site: Site, server: ProductServer): Promise<number | null> {
  const buyer = await site.createMember({ membershipTier: null, membershipExpiresAt: null });
  const url = `${server.baseUrl}/api/stripe/webhook`;
  await site.stripe.setWebhook({ url, secret: site.webhookSecret });
  const order = { method: "POST", ...buyer, body: { membershipTier: "basic" } };
  const { text } = await send(server.baseUrl, "/api/create-payment-intent", order);
  await site.charge(JSON.parse(text).clientSecret);
  const delivery = (await site.stripe.listDeliveries()).at(-1);
  if (!delivery) throw new Error("The payment has no event");
  return await site.stripe.resend(delivery.event);
}
