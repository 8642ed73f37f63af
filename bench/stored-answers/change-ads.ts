import { newAdFields, signInAs } from "@studbook/api/test/test-app";
import type { Db } from "@studbook/db/client";
import { eraseUser } from "@studbook/db/queries/erase-user";
import { createAd } from "@studbook/db/test/factories";
import { runSql } from "@studbook/db/test/test-db";
import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import { DAY_MS } from "@studbook/domain/day";
import type { StateCode } from "@studbook/domain/states";
import { send } from "./get.ts";
import type { Random } from "./random.ts";

/** All ads of the benchmark have one of these breeds and states, so that the lists change often. */
export const PLACES: { breeds: readonly Breed[]; states: readonly StateCode[] } = {
  breeds: ["Akita", "Beagle", "Boxer", "Brittany"],
  states: ["OH", "TX", "WY"],
};

/** A member whose ads only one writer changes at a time. */
export type Owner = { id: string; cookie: string };

type Ad = { id: string; isHidden: boolean; isPaused: boolean };

export type Write = {
  name: string;
  adId: string | undefined;
  /** Whether a server has answered that it is done. False if it was SQL, or failed. */
  isAnswered: boolean;
  failure?: string;
};

export type Writing = {
  db: Db;
  random: Random;
  baseUrl: string;
  adminCookie: string;
  owner: Owner;
};

const MAX_ADS = 8;

/** Changes an owner or one of the ads at random, by SQL or by a request to the server. */
export async function changeSomething(writing: Writing): Promise<Write> {
  const { db, random, owner } = writing;
  const [row] = await runSql(
    db,
    `select is_active, membership_expires_at > now() + interval '1 hour' as is_paid,
       (select json_agg(json_build_object('id', id, 'isHidden', hidden_at is not null,
          'isPaused', coalesce(paused_until > studbook_now(), false)))
        from ads where user_id = users.id) as ads
     from users where id = $1`,
    [owner.id],
  );
  const ads: Ad[] = Array.isArray(row?.ads) ? row.ads : [];
  const bySql = random.next() < 0.5;
  const adId = ads.length > 0 ? random.pick(ads).id : undefined;
  if (row?.isActive !== true) return await setActive(writing, { isActive: true, bySql, adId });
  if (row.isPaid !== true && random.next() < 0.5) {
    return await runStatement(
      writing,
      "extend",
      "membership_expires_at = now() + interval '1 year'",
    );
  }
  if (ads.length === 0 || (ads.length < MAX_ADS && random.next() < 0.2)) {
    return await create(writing, bySql);
  }
  const dice = random.next();
  if (dice < 0.06) return await setActive(writing, { isActive: false, bySql, adId });
  if (dice < 0.12) {
    const ms = 100 + random.integer(2000);
    const set = `membership_expires_at = now() + interval '${ms} ms'`;
    return await runStatement(writing, "expire soon", set);
  }
  return await changeAd(writing, random.pick(ads), bySql);
}

async function changeAd(writing: Writing, ad: Ad, bySql: boolean): Promise<Write> {
  const { db, random, adminCookie } = writing;
  const dice = random.next();
  const studFee = random.integer(1000);
  const write = async (name: string, set: string, request: Parameters<typeof call>[2]) => {
    if (!bySql) return await call(writing, name, { adId: ad.id, ...request });
    await runSql(db, `${set} where id = $1`, [ad.id]);
    return { name: `${name} by SQL`, adId: ad.id, isAnswered: false };
  };
  const path = `/api/ads/${ad.id}`;
  if (ad.isHidden && dice < 0.6) {
    return await write("restore", "update ads set hidden_at = null, hidden_reason = null", {
      path: "/trpc/admin.restoreAd",
      method: "POST",
      cookie: adminCookie,
      body: { id: ad.id },
    });
  }
  if (ad.isPaused && dice < 0.3) {
    const request = { path: `${path}/resume`, method: "POST", body: {} };
    return await write("resume", "update ads set paused_until = null", request);
  }
  if (!ad.isPaused && random.next() < 0.15) return await pause(writing, ad, bySql);
  if (dice < 0.12) return await write("delete", "delete from ads", { path, method: "DELETE" });
  if (dice < 0.3 && !ad.isHidden) {
    return await write("hide", "update ads set hidden_at = now(), hidden_reason = 'x'", {
      path: "/trpc/admin.hideAd",
      method: "POST",
      cookie: adminCookie,
      body: { id: ad.id, reason: "x" },
    });
  }
  if (dice < 0.6) {
    const place = { breed: random.pick(PLACES.breeds), state: random.pick(PLACES.states) };
    const set = `update ads set breed = '${place.breed}', state = '${place.state}'`;
    return await write("move", set, { path, method: "PATCH", body: place });
  }
  if (dice < 0.65) {
    const all = `update ads set stud_fee = ${studFee} where user_id = $1`;
    await runSql(db, all, [writing.owner.id]);
    return { name: "edit all by SQL", adId: ad.id, isAnswered: false };
  }
  const set = `update ads set stud_fee = ${studFee}`;
  return await write("edit", set, { path, method: "PATCH", body: { studFee } });
}

/** By a request for days or without an end, and by SQL for a moment, after which the ad returns by itself. */
async function pause(writing: Writing, { id }: Ad, bySql: boolean): Promise<Write> {
  const { db, random } = writing;
  if (bySql) {
    const ms = 100 + random.integer(2000);
    const set = `update ads set paused_until = studbook_now() + interval '${ms} ms' where id = $1`;
    await runSql(db, set, [id]);
    return { name: "pause for a moment by SQL", adId: id, isAnswered: false };
  }
  const path = `/api/ads/${id}/pause`;
  const body = { until: random.pick([null, utcDay(new Date(Date.now() + 2 * DAY_MS))]) };
  return await call(writing, "pause", { path, method: "POST", adId: id, body });
}

async function create(writing: Writing, bySql: boolean): Promise<Write> {
  const { db, random, owner } = writing;
  const place = { breed: random.pick(PLACES.breeds), state: random.pick(PLACES.states) };
  if (bySql) {
    const { id } = await createAd(db, owner.id, place);
    return { name: "create by SQL", adId: id, isAnswered: false };
  }
  const body = { ...(await newAdFields(db, owner.id)), ...place };
  return await call(writing, "create", { path: "/api/ads", method: "POST", body });
}

/** `adId` is one of the owner's ads, which this hides or shows. */
async function setActive(
  writing: Writing,
  { isActive, bySql, adId }: { isActive: boolean; bySql: boolean; adId: string | undefined },
): Promise<Write> {
  const { db, owner, adminCookie } = writing;
  const name = isActive ? "reactivate" : "deactivate";
  const write = bySql
    ? await runStatement(writing, name, `is_active = ${isActive}`)
    : await call(writing, name, {
        path: `/api/admin/users/${owner.id}/toggle-active`,
        method: "PATCH",
        cookie: adminCookie,
        body: {},
        adId,
      });
  if (isActive) owner.cookie = await signInAs(db, owner.id);
  return write;
}

async function runStatement({ db, owner }: Writing, name: string, set: string): Promise<Write> {
  await runSql(db, `update users set ${set} where id = $1`, [owner.id]);
  return { name: `${name} by SQL`, adId: undefined, isAnswered: false };
}

/** Erases the person with all ads, like the command line. */
export async function erase(db: Db, { id }: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await runSql(tx, "select from users where id = $1 for update", [id]);
    await eraseUser(tx, id);
  });
}

async function call(
  { baseUrl, owner }: Writing,
  name: string,
  request: {
    path: string;
    method: string;
    adId?: string | undefined;
    cookie?: string;
    body?: object;
  },
): Promise<Write> {
  const { path, adId, cookie = owner.cookie, ...rest } = request;
  const { status, text } = await send(baseUrl + path, { cookie, ...rest });
  const isAnswered = status >= 200 && status < 300;
  const created = name === "create" && isAnswered ? String(JSON.parse(text).id) : undefined;
  const failure = isAnswered ? {} : { failure: `${name}: ${status} ${text.slice(0, 120)}` };
  return { name, adId: adId ?? created, isAnswered, ...failure };
}
