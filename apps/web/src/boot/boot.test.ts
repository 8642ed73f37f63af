import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { THEME_CHOSEN } from "../theme/theme.ts";

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => void stored.delete(key),
};
const blockedStorage = () => {
  throw new Error("SecurityError");
};
let cookies: Map<string, string>;
let written: string[];
let dataset: Record<string, string>;
let metas: { media: string; content: string }[];
let browser: EventTarget;

beforeEach(() => {
  stored.clear();
  cookies = new Map();
  written = [];
  dataset = {};
  browser = new EventTarget();
  metas = ["light", "dark"].map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    content: "",
  }));
  vi.stubGlobal("document", {
    documentElement: { dataset },
    querySelectorAll: (selector: string) => (selector.includes("theme-color") ? metas : []),
    addEventListener: browser.addEventListener.bind(browser),
    get cookie() {
      return [...cookies].map((pair) => pair.join("=")).join("; ");
    },
    set cookie(text: string) {
      written.push(text);
      const [name = "", value = ""] = text.split(";", 1).join("").split("=");
      cookies.set(name, value);
    },
  });
  vi.stubGlobal("location", { protocol: "https:" });
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
  expect(written).toEqual([]);
});

test("applies the chosen theme and its browser bar color, whatever the system's theme is", async () => {
  cookies.set("other", "light").set("theme", "dark");
  await boot();
  expect(dataset.theme).toBe("dark");
  expect(barColors()).toEqual(["#1c211d", "#1c211d"]);
});

test("ignores an unknown theme", async () => {
  cookies.set("theme", "javascript:alert(1)");
  await boot();
  expect(dataset.theme).toBe("system");
});

test("stores a choice for a year and applies it immediately", async () => {
  await boot();
  choose("light");
  expect(dataset.theme).toBe("light");
  expect(barColors()).toEqual(["#fffefa", "#fffefa"]);
  expect(written).toEqual(["theme=light; Path=/; Max-Age=31536000; SameSite=Lax; Secure"]);
});

test("adopts a choice that an earlier release stored, once", async () => {
  stored.set("theme", "dark");
  await boot();
  expect(dataset.theme).toBe("dark");
  expect(cookies.get("theme")).toBe("dark");
  expect(stored.has("theme")).toBe(false);
});

test("works without storage", async () => {
  vi.stubGlobal("localStorage", { getItem: blockedStorage, removeItem: blockedStorage });
  await boot();
  expect(dataset.theme).toBe("system");
  choose("dark");
  expect(dataset.theme).toBe("dark");
});

test.each([
  ["member", "member"],
  ["admin", "admin"],
  [undefined, "guest"],
])("with the hint %s, shows the navigation of %s", async (hint, shown) => {
  if (hint) cookies.set("viewer", hint);
  await boot();
  expect(dataset.viewer).toBe(shown);
});

test.each(["pageshow", "prerenderingchange"])("reads the hint again on %s", async (event) => {
  cookies.set("viewer", "member");
  await boot();
  cookies.delete("viewer");
  browser.dispatchEvent(new Event(event));
  expect(dataset.viewer).toBe("guest");
});
