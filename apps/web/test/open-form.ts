import { fileURLToPath } from "node:url";
import { type Browser, expect, type Page, type Route } from "@playwright/test";
import { build } from "vite";
import { onTestFinished } from "vitest";

const FIXTURE = fileURLToPath(new URL("form-fixture.tsx", import.meta.url));
const HTML = `<!doctype html><html lang="en"><head><title>Form</title><link rel="icon" href="data:," /></head>
<body><div id="root"></div><script type="module" src="/form.js"></script></body></html>`;

/** Bundles the test form. */
export async function bundleForm(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    // Otherwise Vite compiles for development, because Vitest sets NODE_ENV to "test".
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: FIXTURE, output: { codeSplitting: false } },
    },
  });
  const [{ output = [] } = {}] = Array.isArray(built) ? built : "output" in built ? [built] : [];
  const [entry] = output;
  if (entry?.type !== "chunk") throw new Error("The form was not bundled");
  return entry.code;
}

/** Opens a form of the fixture. `answer` handles its API calls. An unexpected console error fails the test. */
export async function openForm(
  browser: Browser,
  script: string,
  answer: (route: Route) => Promise<void>,
  path = "/",
): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // Chromium logs refused and failed requests by itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text());
  });
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/trpc/")) return answer(route);
    const isScript = pathname === "/form.js";
    await route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? script : HTML,
    });
  });
  onTestFinished(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });
  await page.goto(`http://form.test${path}`);
  return page;
}

export const accept = (route: Route) => route.fulfill({ json: { result: { data: {} } } });

/** Responds to a call with a refusal, as the API does. */
export function refuse(message: string, issues: { path: string; message: string }[] = []) {
  const data = { code: "INVALID_INPUT", httpStatus: 400, issues };
  return (route: Route) =>
    route.fulfill({ status: 400, json: { error: { message, code: -32600, data } } });
}
