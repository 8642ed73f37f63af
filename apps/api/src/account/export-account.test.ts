import { findUserById } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test/factories";
import { expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useShop } from "../../test/payment-shop.ts";
import {
  buildTestApp,
  createMember,
  newAdFields,
  signInAs,
  testConfig,
} from "../../test/test-app.ts";
import { hashToken } from "../auth/lucia.ts";

const getShop = useShop();

const download = (cookie: string, app = getShop().app) =>
  app.inject({ url: "/api/account/export", headers: { cookie } });

it("exports everything stored about the user, without secrets or other users' data", async () => {
  const shop = getShop();
  const { id, cookie, username } = await createMember(shop.db);
  const other = await createUser(shop.db, { email: "other@example.com" });
  await createAd(shop.db, other.id);
  await shop.test.run(
    "update users set membership_expires_at = now() + interval '9 days', email = 'me@example.com', verified_email = 'older@example.com' where id = $1",
    [id],
  );
  const restorable = { userId: id, purpose: "restore-email", email: "oldest@example.com" } as const;
  const restoreToken = await addLink(shop.db, restorable);
  const payload = await newAdFields(shop.db, id);
  const headers = { cookie };
  await shop.app.inject({ method: "POST", url: "/api/ads", headers, payload });
  const intentId = await shop.buy({ id, cookie }, "premium", "Launch");
  await shop.test.run(
    "insert into audit_log (action, actor_id, subject_type, subject_id) values ('user.reactivated', $1, 'user', $2)",
    [other.id, id],
  );

  await shop.test.run("insert into devices (hash, user_id) values ('a-device', $1)", [id]);

  const response = await download(cookie);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="studbook-my-data.json"',
    "cache-control": "no-store",
  });
  expect(response.json()).toEqual({
    account: expect.objectContaining({
      id,
      username,
      email: "me@example.com",
      verifiedEmail: "older@example.com",
      adCount: 1,
    }),
    ads: [expect.objectContaining({ dogName: payload.dogName, images: payload.images })],
    photos: [expect.objectContaining({ address: payload.images[0], bytes: 9 })],
    payments: [expect.objectContaining({ paymentIntentId: intentId, amountCents: 2950 })],
    coupons: [{ code: "Launch", percentOff: 50, usedAt: expect.stringMatching(/Z$/) }],
    mails: [{ kind: "receipt", createdAt: expect.stringMatching(/Z$/), sentAt: null }],
    earlierEmails: [
      { email: "oldest@example.com", canBeRestoredUntil: expect.stringMatching(/Z$/) },
    ],
    sessions: [{ createdAt: expect.stringMatching(/Z$/), endsAt: expect.stringMatching(/Z$/) }],
    devices: [{ createdAt: expect.stringMatching(/Z$/), usedAt: expect.stringMatching(/Z$/) }],
    audit: expect.arrayContaining([
      expect.objectContaining({ action: "user.reactivated", byYou: false, subjectId: id }),
      expect.objectContaining({ action: "account.exported", byYou: true }),
    ]),
  });
  const [session] = await shop.test.run("select sid from sessions where sess ->> 'userId' = $1", [
    id,
  ]);
  const secrets = [
    (await findUserById(shop.db, id))?.password,
    session?.sid,
    "a-device",
    restoreToken,
    hashToken(restoreToken),
    other.id,
    "other@",
  ];
  for (const secret of secrets) expect(response.body).not.toContain(secret);
});

it("exports each of 1,200 ads once, over several batches", async () => {
  const shop = getShop();
  const { id, cookie } = await createMember(shop.db);
  await createAd(shop.db, id);
  await shop.test.run(
    `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name,
       owner_email) select user_id, 'Dog ' || n, breed, state, birthdate, n, description, owner_name,
       owner_email from ads, generate_series(1, 1199) n where user_id = $1`,
    [id],
  );
  const { ads } = (await download(cookie)).json();
  expect(ads).toHaveLength(1200);
  expect(new Set(ads.map((ad: { id: string }) => ad.id)).size).toBe(1200);
});

it("refuses guests, HEAD requests and too many exports", async () => {
  const shop = getShop();
  expect((await download("")).statusCode).toBe(401);
  const { id, cookie } = await createMember(shop.db);
  const head = { method: "HEAD", url: "/api/account/export", headers: { cookie } } as const;
  expect((await shop.app.inject(head)).statusCode).toBe(405);
  const recorded = await shop.test.run("select from audit_log where actor_id = $1", [id]);
  expect(recorded).toEqual([]);
  const limited = await buildTestApp(shop.db, { config: testConfig("on") });
  const session = await signInAs(shop.db, id);
  const statuses = [];
  for (let n = 0; n < 11; n++) statuses.push((await download(session, limited)).statusCode);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  await limited.close();
});
