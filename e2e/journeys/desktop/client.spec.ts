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
