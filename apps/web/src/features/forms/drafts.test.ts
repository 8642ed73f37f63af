import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findDraft, removeDraft, removeDrafts, saveDraft } from "./drafts.ts";

const DALE = { username: "dale", form: "new" };
const NOON = new Date("2026-11-21T12:00:00Z");

const readText = (draft: unknown) => (typeof draft === "string" ? draft : undefined);
const find = (place = DALE) => findDraft(place, readText)?.draft;

/** A storage whose items are its own properties, as in browsers. */
class FakeStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, text: string): void {
    Reflect.set(this, key, text);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const username of ["dale", "dale.b"]) removeDrafts(username);
});

test("keeps one draft per form and user", () => {
  find();
  expect(saveDraft(DALE, "first", NOON)).toBe(true);
  saveDraft(DALE, "second", NOON);
  expect(findDraft(DALE, readText)).toEqual({ draft: "second", savedAt: NOON });
  expect(find({ username: "dale", form: "other" })).toBeUndefined();
  expect(find({ username: "willa", form: "new" })).toBeUndefined();
  removeDraft(DALE);
  expect(find()).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test("ignores drafts that cannot be read", () => {
  for (const text of [
    "",
    "{",
    "null",
    "1",
    '{"draft":"x"}',
    '{"savedAt":"2026-11-21","draft":1}',
  ]) {
    storage.setItem("draft dale new", text);
    expect(find()).toBeUndefined();
  }
});

const fail = () => {
  throw new Error("The operation is insecure.");
};

test.each([
  ["blocked", { getItem: fail, setItem: fail, removeItem: fail }],
  [
    "full",
    {
      getItem: () => JSON.stringify({ savedAt: NOON, draft: "older" }),
      setItem: fail,
      removeItem: () => undefined,
    },
  ],
])("keeps a draft as long as the page if storage is %s", (_, unusable) => {
  vi.stubGlobal("localStorage", unusable);
  find();
  expect(saveDraft(DALE, "typed", NOON)).toBe(false);
  expect(find()).toBe("typed");
  removeDrafts("dale");
  expect(find()).not.toBe("typed");
});

test("a sign-out removes all drafts of the user, and open forms save no others until the next sign-in", () => {
  const other = { username: "dale.b", form: "new" };
  find();
  find(other);
  saveDraft(DALE, "typed", NOON);
  saveDraft(other, "kept", NOON);
  removeDrafts("dale");
  expect(saveDraft(DALE, "too late", NOON)).toBe(false);
  expect(Object.keys(storage)).toEqual(["draft dale.b new"]);
  expect(find()).toBeUndefined();
  saveDraft(DALE, "again", NOON);
  expect(find()).toBe("again");
});
