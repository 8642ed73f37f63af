import { BREEDS } from "@studbook/domain/breeds";
import { dog, studRecordOf } from "@studbook/domain/test/record-arbitrary";
import fc from "fast-check";
import { isCommonPassword } from "../../src/auth/weak-passwords.ts";
import { spellingOf } from "./spelling-of.ts";

type Body = Record<string, unknown>;

const text = (max: number) =>
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: Math.min(max, 40) })
    .filter((value) => !/[\p{Cc}\u2028\u2029]/u.test(value) && /[\p{L}\p{N}]/u.test(value))
    .filter((value) => [...value].length <= max);

const email = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z0-9.]{0,9}[a-z0-9]$/),
    fc.constantFrom("example.com", "a.example.org"),
  )
  .map(([name, host]) => `${name.replace(/\.+/g, ".")}@${host}`);

// Among the strings that fast-check generates are names of properties, and some of those are common passwords.
const password = fc
  .string({ minLength: 6, maxLength: 40 })
  .filter((value) => !value.includes("\0") && !isCommonPassword(value));

const instant = (from: string, to: string) =>
  fc.option(
    fc
      .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
      .map((date) => date.toISOString()),
    { nil: null },
  );

const couponFields = {
  description: text(200),
  startsAt: instant("2000-01-01T00:00:00Z", "2026-12-31T00:00:00Z"),
  endsAt: instant("2027-01-01T00:00:00Z", "2099-12-31T00:00:00Z"),
  maxRedemptions: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
};

/** Bodies that a call must accept. Tests add `images`, `currentPassword` and `paymentIntentId`. */
export const VALID = {
  signup: fc.record({
    username: fc.stringMatching(/^[A-Za-z0-9._@+-]{12,40}$/),
    password,
    membershipTier: fc.constantFrom("basic", "premium"),
  }),
  ad: dog.chain(({ state, birthdate }) =>
    fc.record({
      dogName: text(80),
      breed: fc.constantFrom(...BREEDS),
      state: fc.constant(state),
      birthdate: fc.constant(birthdate),
      studFee: fc.integer({ min: 0, max: 1_000_000 }),
      description: text(5000),
      ownerName: text(100),
      ownerEmail: email,
      ownerPhone: fc.option(fc.constantFrom("(512) 555-0100", "512.555.0101 x12"), { nil: null }),
      record: fc.option(studRecordOf({ state, birthdate }).chain(spellingOf), { nil: null }),
    }),
  ),
  info: fc.record({ email, firstName: text(100), lastName: text(100) }, { requiredKeys: [] }),
  password: fc.record({ newPassword: password }),
  resetRequest: fc.record({ account: text(254) }),
  reset: fc.record({ newPassword: password }),
  choice: fc.record(
    {
      membershipTier: fc.constantFrom("basic", "premium"),
      couponCode: fc.constantFrom("NewStud", " launch", "", null),
    },
    { requiredKeys: ["membershipTier"] },
  ),
  confirmation: fc.record({ membershipTier: fc.constant("basic") }),
  hiding: fc.record({ reason: text(500) }),
  coupon: fc.record(
    {
      code: fc.stringMatching(/^[!-~]{16,64}$/),
      percentOff: fc.integer({ min: 1, max: 100 }),
      ...couponFields,
    },
    { requiredKeys: ["code", "percentOff", "description"] },
  ),
  couponChange: fc.record({ ...couponFields, active: fc.boolean() }, { requiredKeys: [] }),
} satisfies Record<string, fc.Arbitrary<Body>>;

const nested = fc.integer({ min: 1, max: 2000 }).map((depth) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
});

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202e",
    "line\nbreak",
    Number.MAX_SAFE_INTEGER,
    1e308,
    -1,
    1.5,
    true,
    {},
    [],
    "x".repeat(20_000),
    "'; drop table users; --",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "__proto__",
  ),
  nested,
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
);

const hostileKey = fc.constantFrom(
  "__proto__",
  "constructor",
  "id",
  "userId",
  "isAdmin",
  "extra",
  "",
);

type Change = (body: Body) => unknown;

const changeOfFields: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), hostileValue).map(
    ([at, value]): Change =>
      (body) => {
        const keys = Object.keys(body);
        const key = keys[at % Math.max(1, keys.length)];
        return key === undefined ? body : { ...body, [key]: value };
      },
  ),
  fc.tuple(hostileKey, hostileValue).map(
    ([key, value]): Change =>
      (body) => ({ ...body, [key]: value }),
  ),
  fc.nat().map(
    (at): Change =>
      (body) => {
        const keys = Object.keys(body);
        return Object.fromEntries(Object.entries(body).filter((_, n) => n !== at % keys.length));
      },
  ),
  hostileValue.map(
    (value): Change =>
      () =>
        value,
  ),
);

/** Changes the fields of one nested object, or of the body itself if it contains no object. */
const nestedChange = fc.tuple(fc.nat(), changeOfFields).map(
  ([at, apply]): Change =>
    (body) =>
      changeInside(body, at, apply),
);

function changeInside(body: Body, at: number, apply: Change): unknown {
  const paths = listObjects(body);
  const path = paths[at % Math.max(1, paths.length)];
  return path === undefined ? apply(body) : changeAt(body, path, apply);
}

/** Returns the paths of the objects inside an object or a list. */
function listObjects(value: object): string[][] {
  return Object.entries(value).flatMap(([key, field]) => {
    if (typeof field !== "object" || field === null) return [];
    const inner = listObjects(field).map((path) => [key, ...path]);
    return Array.isArray(field) ? inner : [[key], ...inner];
  });
}

function changeAt(value: unknown, [key, ...rest]: string[], apply: Change): unknown {
  if (key === undefined) return apply({ ...Object(value) });
  if (Array.isArray(value)) {
    return value.map((item, n) => (String(n) === key ? changeAt(item, rest, apply) : item));
  }
  const fields: Body = { ...Object(value) };
  return { ...fields, [key]: changeAt(fields[key], rest, apply) };
}

const change = fc.oneof(
  { weight: 2, arbitrary: changeOfFields },
  { weight: 1, arbitrary: nestedChange },
);

/** Generates valid bodies: two in five unchanged, the others with one change. */
export function hostile<T extends Body>(
  valid: fc.Arbitrary<T>,
): fc.Arbitrary<{
  body: unknown;
  isValid: boolean;
}> {
  return fc.oneof(
    { weight: 2, arbitrary: valid.map((body) => ({ body, isValid: true })) },
    {
      weight: 3,
      arbitrary: fc.tuple(valid, change).map(([body, apply]) => ({
        body: apply(body),
        isValid: false,
      })),
    },
  );
}
