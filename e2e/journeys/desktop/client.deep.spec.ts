import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type * as client from "@studbook/client";
import { becomeMember, PASSWORD } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { makePhotos } from "../../photos/make-photos.ts";

const BUILT = fileURLToPath(new URL("../../../packages/client/dist/", import.meta.url));
const ENTRY = "/built-client/studbook-client.js";

test.use({ expectedStatuses: [401] });

test("the built API client signs in, uploads, searches and reports refusals in a browser", async ({
  page,
}) => {
  await page.route("**/built-client/*.js", (route) =>
    route.fulfill({
      path: `${BUILT}${basename(new URL(route.request().url()).pathname)}`,
      contentType: "text/javascript",
    }),
  );
  const username = await becomeMember(page, "premium");
  await page.goto("/contact");
  await page.context().clearCookies();
  const photos = (await makePhotos(["red"])).map(({ buffer }) => buffer.toString("base64"));
  const seen = await page.evaluate(
    async ({ entry, login, photos }) => {
      const { createStudbookClient, StudbookError }: typeof client = await import(entry);
      const studbook = createStudbookClient({ baseUrl: location.origin });
      const codeOf = (error: unknown) => (error instanceof StudbookError ? error.code : error);
      const files = photos.map(
        (text) => new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], "a.jpg"),
      );
      const asGuest = await studbook.uploadPhotos(files).catch(codeOf);
      await studbook.auth.login(login);
      const parts: number[] = [];
      const urls = await studbook.uploadPhotos(files, { onProgress: (part) => parts.push(part) });
      const left = await studbook
        .uploadPhotos(files, { signal: AbortSignal.abort("left") })
        .catch((reason: unknown) => reason);
      const mistake = new Error("The bar is too short");
      const torn = await studbook
        .uploadPhotos(files, {
          onProgress() {
            throw mistake;
          },
        })
        .catch((reason: unknown) => reason === mistake);
      const names: string[] = [];
      for await (const ad of studbook.searchAds({}, { pageSize: 3 })) {
        if (names.push(ad.dogName) === 7) break;
      }
      const cookie = studbook.cookie;
      await studbook.auth.logout();
      return { asGuest, urls, last: parts.at(-1), left, torn, found: names.length, cookie };
    },
    { entry: ENTRY, login: { username, password: PASSWORD }, photos },
  );
  expect(seen).toEqual({
    asGuest: "NOT_SIGNED_IN",
    urls: [expect.stringMatching(/^\/photos\/.*\/1600\.webp$/)],
    last: 1,
    left: "left",
    torn: true,
    found: 7,
    cookie: "",
  });
});

test.describe("a page of another origin", () => {
  test.use({ expectedStatuses: [400, 404], expectedFailures: ["CORS policy", "net::ERR_FAILED"] });

  test("searches and shows photos with the built client, but cannot read an account", async ({
    page,
    baseURL,
  }) => {
    await becomeMember(page, "basic");
    const server = createServer(async ({ url = "" }, response) => {
      if (!url.endsWith(".js")) {
        response.setHeader("content-type", "text/html");
        return response.end("<!doctype html><title>Our studs</title><ul></ul>");
      }
      response.setHeader("content-type", "text/javascript");
      return response.end(await readFile(`${BUILT}${basename(url)}`));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await page.goto(`http://127.0.0.1:${port}/`);
    const seen = await page.evaluate(
      async ({ entry, baseUrl }) => {
        const { createStudbookClient, StudbookError }: typeof client = await import(entry);
        const studbook = createStudbookClient({ baseUrl });
        const failureOf = (error: unknown) => (error instanceof StudbookError ? error : undefined);
        const breeds = (await studbook.breeds.list()).filter(({ count }) => count > 1).slice(0, 2);
        const breed = breeds.map(({ name }) => name);
        const { items, total } = await studbook.ads.search({ breed, limit: 3 });
        for (const { dogName, images } of items) {
          const item = document.createElement("li");
          const photo = new Image();
          photo.crossOrigin = "anonymous";
          photo.alt = dogName;
          photo.src = new URL(images[0] ?? "", baseUrl).href;
          item.append(photo, dogName);
          document.querySelector("ul")?.append(item);
        }
        const list = await fetch(`${baseUrl}/api/ads?limit=1`);
        const etag = list.headers.get("etag") ?? "";
        const again = await fetch(`${baseUrl}/api/ads?limit=1`, {
          headers: { "if-none-match": etag },
          cache: "no-store",
        });
        const missing = await studbook.ads.byId({ id: "none" }).then(() => undefined, failureOf);
        const refused = await fetch(`${baseUrl}/api/ads?breed=Dragon`);
        return {
          sum: breeds.reduce((sum, { count }) => sum + count, 0),
          total,
          names: items.map(({ dogName }) => dogName),
          key: (await studbook.payments.config()).publishableKey,
          listed: Number(list.headers.get("x-total-count")),
          next: list.headers.get("link") ?? "",
          again: again.status,
          missing: [missing?.code, typeof missing?.requestId],
          refused: (await refused.json()).code,
          me: await studbook.auth.me().catch((error) => failureOf(error)?.code),
          signIn: await studbook.auth
            .login({ username: "basic", password: "stud-demo" })
            .catch((error) => failureOf(error)?.code),
        };
      },
      { entry: ENTRY, baseUrl: new URL(baseURL ?? "").origin },
    );
    expect(seen).toMatchObject({
      total: seen.sum,
      key: "pk_test_sandbox",
      next: expect.stringContaining('rel="next"'),
      again: 304,
      missing: ["AD_NOT_FOUND", "string"],
      refused: "BAD_REQUEST",
      me: "CONNECTION_FAILED",
      signIn: "CONNECTION_FAILED",
    });
    expect(seen.listed).toBeGreaterThan(seen.total);
    expect(seen.names).toHaveLength(3);
    for (const name of seen.names) {
      const photo = page.getByRole("img", { name, exact: true }).first();
      await expect(photo).toHaveJSProperty("complete", true);
      expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
        800,
      );
    }
    server.close();
  });
});
