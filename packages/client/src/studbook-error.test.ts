import { expect, it } from "vitest";
import { serve } from "../test/serve.ts";
import { createStudbookClient, type StudbookErrorCode } from "./studbook-client.ts";

/** A site that sends every request elsewhere. */
const redirecting = (status: number, to: (path: string) => string) =>
  serve(({ url = "" }, response) => {
    response.writeHead(status, { location: to(url) }).end();
  });

it.each([301, 302, 303, 307, 308])("names the address that %i leads to", async (status) => {
  const baseUrl = await redirecting(status, (path) => `https://b.example${path}`);
  const client = createStudbookClient({ baseUrl });
  const expected = {
    name: "StudbookError",
    code: "REDIRECTED",
    status,
    message: `${baseUrl} answers with a redirect to https://b.example: use that as baseUrl.`,
  };
  const login = client.auth.login({ username: "a", password: "b" });
  await expect(login).rejects.toMatchObject(expected);
  await expect(client.uploadPhotos([new Blob(["photo"])])).rejects.toMatchObject(expected);
});

it("tells a redirect that leads to no Studbook by its whole address", async () => {
  const baseUrl = await redirecting(302, () => "/sign-in?back=1");
  await expect(createStudbookClient({ baseUrl }).auth.me()).rejects.toMatchObject({
    code: "REDIRECTED",
    message: `${baseUrl} answers with a redirect to ${baseUrl}/sign-in?back=1. Is baseUrl the address of a Studbook?`,
  });
});

it("tells a redirect whose address a browser hides", async () => {
  const fetch = async () => {
    const opaque = Response.error();
    Object.defineProperty(opaque, "type", { value: "opaqueredirect" });
    return opaque;
  };
  const client = createStudbookClient({ baseUrl: "http://a.example", fetch });
  await expect(client.auth.me()).rejects.toMatchObject({
    code: "REDIRECTED",
    status: 0,
    message: "http://a.example answers with a redirect. Is baseUrl the address of a Studbook?",
  });
});

it("has the compiler refuse a code that nobody knows", () => {
  const nameOf = (code: StudbookErrorCode): string => {
    // @ts-expect-error It is misspelt.
    if (code === "BAD_CREDENTAILS") return "never";
    switch (code) {
      case "BAD_CREDENTIALS":
        return "known";
      // @ts-expect-error It is misspelt.
      case "NOT_SINGED_IN":
        return "never";
      default:
        return code;
    }
  };
  expect(nameOf("BAD_CREDENTIALS")).toBe("known");
  expect(nameOf("REDIRECTED")).toBe("REDIRECTED");
});
