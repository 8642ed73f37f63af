import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { THEME_CHOSEN } from "./theme.ts";

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};
const blockedStorage = () => {
  throw new Error("SecurityError");
};
let dataset: Record<string, string>;
let metas: { media: string; content: string }[];
let browser: EventTarget;

beforeEach(() => {
  stored.clear();
  dataset = {};
  browser = new EventTarget();
  metas = ["light", "dark"].map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    content: "",
  }));
  vi.stubGlobal("document", { documentElement: { dataset }, querySelectorAll: () => metas });
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const boot = () => import("./boot.ts");
const choose = (detail: unknown) =>
  browser.dispatchEvent(new CustomEvent(THEME_CHOSEN, { detail }));
const barColors = () => metas.map(({ content }) => content);

test("applies the system's theme if none was chosen, with a browser bar color for each", async () => {
  await boot();
  expect(dataset.theme).toBe("system");
  expect(barColors()).toEqual(["#fffefa", "#1c211d"]);
});

test("applies the chosen theme and its browser bar color, whatever the system's theme is", async () => {
  stored.set("theme", "dark");
  await boot();
  expect(dataset.theme).toBe("dark");
  expect(barColors()).toEqual(["#1c211d", "#1c211d"]);
});

test("ignores an unknown theme in storage", async () => {
  stored.set("theme", "javascript:alert(1)");
  await boot();
  expect(dataset.theme).toBe("system");
});

test("stores a choice and applies it immediately", async () => {
  await boot();
  choose("light");
  expect(dataset.theme).toBe("light");
  expect(barColors()).toEqual(["#fffefa", "#fffefa"]);
  expect(stored.get("theme")).toBe("light");
  choose("sepia");
  expect(dataset.theme).toBe("light");
});

test("works without storage, for as long as the page is open", async () => {
  vi.stubGlobal("localStorage", { getItem: blockedStorage, setItem: blockedStorage });
  await boot();
  expect(dataset.theme).toBe("system");
  choose("dark");
  expect(dataset.theme).toBe("dark");
});
