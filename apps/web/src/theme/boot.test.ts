import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { THEME_CHOSEN } from "./theme.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
const blockedStorage = () => {
  throw new Error("SecurityError");
};
let dataset: Record<string, string>;
let metas: { media: string; content: string }[];
let browser: EventTarget;

beforeEach(() => {
  kept.clear();
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
const barColours = () => metas.map(({ content }) => content);

test("shows the system's theme where none was chosen, with a bar colour for either", async () => {
  await boot();
  expect(dataset.theme).toBe("system");
  expect(barColours()).toEqual(["#fffefa", "#1c211d"]);
});

test("shows the theme that was chosen, with its bar colour whatever the system has", async () => {
  kept.set("theme", "dark");
  await boot();
  expect(dataset.theme).toBe("dark");
  expect(barColours()).toEqual(["#1c211d", "#1c211d"]);
});

test("does not trust what it finds in storage", async () => {
  kept.set("theme", "javascript:alert(1)");
  await boot();
  expect(dataset.theme).toBe("system");
});

test("keeps a choice and shows it at once", async () => {
  await boot();
  choose("light");
  expect(dataset.theme).toBe("light");
  expect(barColours()).toEqual(["#fffefa", "#fffefa"]);
  expect(kept.get("theme")).toBe("light");
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
