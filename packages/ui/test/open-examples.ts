import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { launchBrowser } from "@studbook/chromium/test/browser";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";

const ORIGIN = "http://ui.test/";

export type Examples = {
  /** Opens an example of `page.tsx`. Any logged error or warning fails the current test. */
  open(name: string): Promise<Page>;
  close(): Promise<void>;
};

/** Starts a browser with the examples. */
export async function openExamples(): Promise<Examples> {
  const [browser, script] = await Promise.all([launchBrowser(), bundleExamples()]);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  await page.route(`${ORIGIN}**`, (route) => {
    const isScript = route.request().url().endsWith(".js");
    return route.fulfill(
      isScript
        ? { contentType: "text/javascript", body: script }
        : { contentType: "text/html", body: HTML },
    );
  });
  return {
    async open(name) {
      onTestFinished(() => expect(problems.splice(0)).toEqual([]));
      await page.goto(`${ORIGIN}${name}`);
      return page;
    },
    close: () => browser.close(),
  };
}

const HTML = `<!doctype html>
<html lang="en">
  <head><title>Example</title><link rel="icon" href="data:," /></head>
  <body><div id="root"></div><script src="/page.js"></script></body>
</html>`;

async function bundleExamples(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("./page.tsx", import.meta.url)),
    platform: "browser",
    // React only warns about mistakes in development mode.
    transform: { define: { "process.env.NODE_ENV": '"development"' } },
    // Otherwise rolldown warns about every "use client" directive.
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}
