import { createAd as insertAd } from "@studbook/db/test/factories";
import { NewAd } from "@studbook/domain/schemas/ad";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type ComparableResponse,
  readRestResponse,
  readTrpcResponse,
} from "../../test/matrix/normalize-responses.ts";
import { createAdmin, createMember, newAdFields } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createAd } from "./create-ad.ts";
import { updateAd } from "./update-ad.ts";

const NOW = new Date("2026-11-21T23:59:59Z");
const TODAY = "2026-11-21";
const TOMORROW = "2026-11-22";

const site = useTestApp({ parts: { clock: () => NOW } });
beforeAll(() => site.setNow(NOW));

/** A record as it is sent for an ad in Montana. */
const RECORD = {
  identity: {
    registeredName: "Elk Creek's Ranger on the Ridge",
    registry: "AKC",
    registrationNumber: "SR81234503",
    dnaProfileNumber: "V10482716",
    color: "Golden",
    weightPounds: 70,
    heightInches: 23.5,
    microchipped: true,
    kennelName: "Elk Creek Goldens",
  },
  titles: { prefix: "CH", suffix: "JH CGC" },
  place: { zip: "59715" },
  pedigree: {
    ancestors: { sire: "CH Elk Creek's Timberline Scout MH", "dam.dam.dam": "Rose 🌹 <b>" },
    url: "https://k9data.example/ranger",
    coiPercent: 6.2,
    coiMethod: "pedigree",
    coiGenerations: 10,
  },
  health: {
    chicNumber: "123456",
    tests: [
      { test: "hips", registry: "OFA", result: "Good", date: "2024-07-09", number: "GR-1" },
      { test: "dna", name: "prcd-PRA", registry: "laboratory", result: "Clear", laboratory: "Lab" },
    ],
  },
  breeding: {
    proven: true,
    littersSired: 3,
    methods: ["natural", "chilled"],
    semenAnalysisDate: "2026-09-14",
    brucellosisTestDate: TODAY,
  },
  terms: {
    deposit: 300,
    pickOfLitter: false,
    litterMeans: "2 live puppies",
    repeatBreeding: "One repeat breeding",
    extraCosts: "$375 a shipment",
    contractUrl: "https://elkcreek.example/contract.pdf",
    femaleNeeds: ["registration", "health-tests"],
  },
  availability: { status: "frozen-only", since: "2026-02-01" },
} satisfies StudRecord | { place: object };

/** The same as it is stored, and answered to the owner. */
const STORED: StudRecord = { ...RECORD, place: { zip: "59715", city: "Bozeman" } };

const ZIP_IN_NEW_YORK = "ZIP code 10001 is in New York, not in Texas";

type Api = {
  create(cookie: string, fields: object): Promise<ComparableResponse>;
  update(cookie: string, id: string, patch: object): Promise<ComparableResponse>;
  read(cookie: string, id: string): Promise<ComparableResponse>;
};

const REST: Api = {
  create: (cookie, payload) => overRest("POST", "/api/ads", cookie, payload),
  update: (cookie, id, payload) => overRest("PATCH", `/api/ads/${id}`, cookie, payload),
  read: (cookie, id) => overRest("GET", `/api/ads/${id}`, cookie),
};

const TRPC: Api = {
  create: (cookie, payload) => overTrpc("POST", "ads.create", cookie, payload),
  update: (cookie, id, patch) => overTrpc("POST", "ads.update", cookie, { id, ...patch }),
  read: (cookie, id) => overTrpc("GET", `ads.byId?input=${JSON.stringify({ id })}`, cookie),
};

type Method = "GET" | "POST" | "PATCH";

async function overRest(method: Method, url: string, cookie: string, payload?: object) {
  const headers = { cookie };
  return readRestResponse(
    await site.app.inject({ method, url, headers, ...(payload && { payload }) }),
  );
}

async function overTrpc(method: Method, path: string, cookie: string, payload?: object) {
  const request = { method, url: encodeURI(`/trpc/${path}`), headers: { cookie } };
  return readTrpcResponse(await site.app.inject({ ...request, ...(payload && { payload }) }));
}

const recordOf = ({ result }: ComparableResponse): unknown =>
  typeof result === "object" && result !== null && "record" in result ? result.record : undefined;

async function createMontanaAd(record: StudRecord = STORED) {
  const owner = await createMember(site.db);
  const ad = await insertAd(site.db, owner.id, { state: "MT", birthdate: "2020-05-01", record });
  return { ...owner, adId: ad.id };
}

const refusal = (...issues: { path: string; message: string }[]) => ({
  status: 400,
  error: {
    code: "BAD_REQUEST",
    error: issues.map(({ message }) => message).join(". "),
    issues,
  },
});

describe.each([
  ["REST", REST],
  ["tRPC", TRPC],
])("the record over %s", (_name, api) => {
  it("is stored and answered as it was sent, with the city", async () => {
    const { id, cookie } = await createMember(site.db);
    const fields = await newAdFields(site.db, id);
    const ad = { ...fields, state: "MT", birthdate: "2020-05-01", record: RECORD };
    const created = await api.create(cookie, ad);
    expect(created.result).toMatchObject({ record: STORED });
    const [{ adId } = {}] = await site.run("select id as ad_id from ads where user_id = $1", [id]);
    expect(recordOf(await api.read(cookie, String(adId)))).toEqual(STORED);
  });

  it("is absent if nothing is stated", async () => {
    const { id, cookie } = await createMember(site.db);
    for (const record of [undefined, null, {}, { identity: { color: "" }, titles: null }]) {
      const fields = await newAdFields(site.db, id);
      const created = await api.create(cookie, { ...fields, record });
      expect(created.result).not.toHaveProperty("record");
    }
  });

  it("keeps the parts that a PATCH does not name, and replaces or clears those that it does", async () => {
    const { cookie, adId } = await createMontanaAd();
    const update = async (patch: object) => recordOf(await api.update(cookie, adId, patch));
    expect(await update({ studFee: 900 })).toEqual(STORED);
    expect(await update({ record: {} })).toEqual(STORED);
    const titles = { suffix: "MH" };
    expect(await update({ record: { titles } })).toEqual({ ...STORED, titles });
    const { titles: _titles, health: _health, ...rest } = STORED;
    expect(await update({ record: { titles: null, health: { tests: [] } } })).toEqual(rest);
    const { place: _place, ...placeless } = rest;
    expect(await update({ record: { place: null } })).toEqual(placeless);
    expect(await update({ record: null })).toBeUndefined();
    expect(await api.read(cookie, adId)).not.toHaveProperty("result.record");
    expect(await update({ record: { titles } })).toEqual({ titles });
  });

  it("stays the same if what was read is sent back", async () => {
    const { cookie, adId } = await createMontanaAd();
    const until = "2027-01-15";
    const url = `/api/ads/${adId}/pause`;
    await site.app.inject({ method: "POST", url, headers: { cookie }, payload: { until } });
    const { result } = await api.read(cookie, adId);
    const paused = {
      ...STORED,
      availability: { ...STORED.availability, pausedUntil: until },
    };
    expect(result).toMatchObject({ record: paused });
    const sentBack = await api.update(cookie, adId, { record: recordOf({ status: 200, result }) });
    expect(recordOf(sentBack)).toEqual(paused);
    const resumed = await overRest("POST", `/api/ads/${adId}/resume`, cookie);
    expect(recordOf(resumed)).toEqual(STORED);
  });

  it("has the ZIP code only for the owner and admins", async () => {
    const { cookie, adId } = await createMontanaAd();
    const admin = await createAdmin(site.db);
    const other = await createMember(site.db);
    for (const viewer of [cookie, admin.cookie]) {
      expect(recordOf(await api.read(viewer, adId))).toEqual(STORED);
    }
    for (const viewer of ["", other.cookie]) {
      expect(recordOf(await api.read(viewer, adId))).toEqual({
        ...STORED,
        place: { city: "Bozeman" },
      });
    }
  });

  it.each([
    ["of another state", "10001", ZIP_IN_NEW_YORK],
    ["that is unknown", "00000", "ZIP code 00000 is unknown"],
    ["of the District of Columbia", "20001", "ZIP code 20001 is unknown"],
  ])("refuses a ZIP code %s: %s", async (_case, zip, message) => {
    const { id, cookie } = await createMember(site.db);
    const expected = refusal({ path: "record.place.zip", message });
    const record = { place: { zip, city: "Waco" }, titles: { prefix: "CH" } };
    const fields = await newAdFields(site.db, id);
    expect(await api.create(cookie, { ...fields, record })).toEqual(expected);
    const before = await insertAd(site.db, id, { record: { titles: { prefix: "GCH" } } });
    expect(await api.update(cookie, before.id, { record, studFee: 1 })).toEqual(expected);
    expect((await api.read(cookie, before.id)).result).toEqual(before);
  });

  it("checks a ZIP code against the state of the same request", async () => {
    const { cookie, adId } = await createMontanaAd();
    const place = { zip: "10001" };
    expect(await api.update(cookie, adId, { state: "TX", record: { place } })).toEqual(
      refusal({ path: "record.place.zip", message: ZIP_IN_NEW_YORK }),
    );
    expect(recordOf(await api.update(cookie, adId, { state: "NY", record: { place } }))).toEqual({
      ...STORED,
      place: { zip: "10001", city: "New York" },
    });
  });

  it("loses a ZIP code of another state, and nothing else, if only the state changes", async () => {
    const { cookie, adId } = await createMontanaAd();
    const update = async (patch: object) => recordOf(await api.update(cookie, adId, patch));
    expect(await update({ state: "MT" })).toEqual(STORED);
    const { place: _place, ...placeless } = STORED;
    const titles = { suffix: "MH" };
    expect(await update({ state: "TX", record: { titles } })).toEqual({ ...placeless, titles });
    expect(await update({ state: "MT" })).toEqual({ ...placeless, titles });
    const { cookie: otherCookie, adId: otherId } = await createMontanaAd({
      place: { zip: "59715", city: "Bozeman" },
    });
    const moved = await api.update(otherCookie, otherId, { state: "TX" });
    expect(moved).toMatchObject({ status: 200, result: { state: "TX" } });
    expect(recordOf(moved)).toBeUndefined();
  });

  it("refuses a frozen-only date before the dog's birth, and a birthdate after it", async () => {
    const { cookie, adId } = await createMontanaAd({});
    const since = "2024-05-01";
    const record = { availability: { status: "frozen-only", since } };
    const problem = {
      path: "record.availability.since",
      message: "Frozen-only date cannot be before the dog's birthdate",
    };
    const update = (patch: object) => api.update(cookie, adId, patch);
    expect(await update({ birthdate: "2024-05-02", record })).toEqual(refusal(problem));
    expect(recordOf(await update({ birthdate: since, record }))).toEqual(record);
    expect(await update({ birthdate: "2024-05-02" })).toEqual(
      refusal({
        path: "birthdate",
        message: "Birthdate cannot be after the frozen-only date, 2024-05-01",
      }),
    );
    const cleared = await update({ birthdate: "2024-05-02", record: { availability: null } });
    expect(cleared).toMatchObject({ status: 200, result: { birthdate: "2024-05-02" } });
    expect(await update({ record })).toEqual(refusal(problem));
  });

  it("refuses dates in the future together with all other issues", async () => {
    const { id, cookie } = await createMember(site.db);
    const row = { test: "dna", registry: "OFA", result: "Clear", date: TOMORROW };
    const record = {
      identity: { color: "\0", breeder: "Ann" },
      health: { tests: [row] },
      breeding: { brucellosisTestDate: TOMORROW },
    };
    const expected = refusal(
      { path: "studFee", message: "Stud fee cannot be below 0" },
      {
        path: "record.identity.color",
        message: "Color contains characters that cannot be stored",
      },
      { path: "record.identity.breeder", message: "Unknown field: breeder" },
      { path: "record.health.tests.0.date", message: "Test date cannot be in the future" },
      { path: "record.health.tests.0.name", message: "Test name is required for DNA tests" },
      {
        path: "record.breeding.brucellosisTestDate",
        message: "Brucellosis test date cannot be in the future",
      },
    );
    const fields = { ...(await newAdFields(site.db, id)), studFee: -1, record };
    expect(await api.create(cookie, fields)).toEqual(expected);
    const { id: adId } = await insertAd(site.db, id);
    expect(await api.update(cookie, adId, { studFee: -1, record })).toEqual(expected);
  });
});

describe("lists", () => {
  const SUMMARY = {
    titles: STORED.titles,
    city: "Bozeman",
    proven: true,
    methods: ["natural", "chilled"],
    testsStated: 2,
    availability: STORED.availability,
  };

  const list = async (path: string, cookie = "") =>
    (await site.app.inject({ url: path, headers: { cookie } })).json();

  it("have a summary of the record, and nothing else of it", async () => {
    const { cookie, adId } = await createMontanaAd();
    const bare = await insertAd(site.db, (await createMember(site.db)).id, { state: "WY" });
    const { record: _record, ...fields } = await list(`/api/ads/${adId}`);
    const listed = { ...fields, ...SUMMARY };
    expect(await list("/api/my-ads", cookie)).toEqual([listed]);
    expect(await list("/api/ads?state=MT&limit=200")).toContainEqual(listed);
    expect(await list("/api/ads?state=WY")).toEqual([bare]);
    const input = encodeURIComponent(JSON.stringify({ state: "MT", limit: 200 }));
    const { result } = await list(`/trpc/ads.searchSummaries?input=${input}`);
    const { id, dogName, breed, state, birthdate, studFee } = fields;
    const shown = { id, dogName, breed, state, birthdate, studFee, image: null };
    expect(result.data.items).toContainEqual({ ...shown, ...SUMMARY });
  });

  it("show a changed record at once", async () => {
    const { cookie, adId } = await createMontanaAd();
    const read = async () => {
      const ads: { id: string; titles?: object }[] = await list("/api/ads?state=MT&limit=200");
      return [
        (await list(`/api/ads/${adId}`)).record.titles,
        ads.find(({ id }) => id === adId)?.titles,
      ];
    };
    expect(await read()).toEqual([STORED.titles, STORED.titles]);
    const titles = { prefix: "GCH" };
    await REST.update(cookie, adId, { record: { titles } });
    expect(await read()).toEqual([titles, titles]);
  });
});

describe("a wrong ZIP code is refused before", () => {
  const record = { place: { zip: "10001" } };
  const expected = refusal({ path: "record.place.zip", message: ZIP_IN_NEW_YORK });

  it("a missing membership, and before the limit of the plan", async () => {
    const expired = { membershipExpiresAt: new Date("2020-01-01T00:00:00Z") };
    for (const member of [expired, { membershipTier: "basic" } as const]) {
      const { id, cookie } = await createMember(site.db, member);
      await insertAd(site.db, id);
      const fields = await newAdFields(site.db, id);
      expect(await REST.create(cookie, { ...fields, record })).toEqual(expected);
      expect(await REST.create(cookie, fields)).toMatchObject({ status: 403 });
    }
  });

  it("a photo of another ad", async () => {
    const { id, cookie } = await createMember(site.db);
    const fields = await newAdFields(site.db, id);
    await REST.create(cookie, fields);
    const other = await insertAd(site.db, id);
    const { images } = fields;
    expect(await REST.update(cookie, other.id, { images, record })).toEqual(expected);
    expect(await REST.update(cookie, other.id, { images })).toMatchObject({ status: 409 });
  });
});

it("createAd and updateAd, called directly, refuse dates in the future", async () => {
  const { id: userId } = await createMember(site.db);
  const ctx = { db: site.db, viewer: { userId, isAdmin: false } };
  const record = { breeding: { semenAnalysisDate: TOMORROW } };
  const message = "Semen analysis date cannot be in the future";
  const error = {
    code: "BAD_REQUEST",
    message,
    issues: [{ path: "record.breeding.semenAnalysisDate", message }],
  };
  const fields = { ...NewAd.parse(await newAdFields(site.db, userId)), record };
  await expect(createAd(ctx, fields)).rejects.toMatchObject(error);
  const { id } = await insertAd(site.db, userId);
  await expect(updateAd(ctx, { id, record })).rejects.toMatchObject(error);
});
