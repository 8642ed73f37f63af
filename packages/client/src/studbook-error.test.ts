import { expect, it } from "vitest";
import { serve } from "../test/serve.ts";
import { createStudbookClient, type StudbookErrorCode } from "./studbook-client.ts";

const serveRedirects = (status: number, to: (path: string) => string) =>
  serve(({ url = "" }, response) => {
    response.writeHead(status, { location: to(url), "x-request-id": "r-1" }).end();
  });

it.each([301, 302, 303, 307, 308])("names the new origin after a %i redirect", async (status) => {
  const baseUrl = await serveRedirects(status, (path) => `https://b.example${path}`);
  const client = createStudbookClient({ baseUrl });
  const expected = {
    name: "StudbookError",
    code: "REDIRECTED",
    status,
    requestId: "r-1",
    message: `${baseUrl} redirects to https://b.example. Use that as baseUrl.`,
  };
  const login = client.auth.login({ username: "a", password: "b" });
  await expect(login).rejects.toMatchObject(expected);
  await expect(client.uploadPhotos([new Blob(["photo"])])).rejects.toMatchObject(expected);
});

it("names the full URL if the redirect does not lead to the same path", async () => {
  const baseUrl = await serveRedirects(302, () => "/sign-in?back=1");
  await expect(createStudbookClient({ baseUrl }).auth.me()).rejects.toMatchObject({
    code: "REDIRECTED",
    message: `${baseUrl} redirects to ${baseUrl}/sign-in?back=1. Check that baseUrl is the address of a Studbook server.`,
  });
});

it("reports a redirect whose target the browser hides", async () => {
  const fetch = async () => {
    const opaque = Response.error();
    Object.defineProperty(opaque, "type", { value: "opaqueredirect" });
    return opaque;
  };
  const client = createStudbookClient({ baseUrl: "http://a.example", fetch });
  await expect(client.auth.me()).rejects.toMatchObject({
    code: "REDIRECTED",
    status: 0,
    message: "http://a.example redirects. Check that baseUrl is the address of a Studbook server.",
  });
});

it("does not compile with a misspelled code", () => {
  const nameOf = (code: StudbookErrorCode): string => {
    // @ts-expect-error It is misspelled.
    if (code === "BAD_CREDENTAILS") return "never";
    switch (code) {
      case "BAD_CREDENTIALS":
        return "known";
      // @ts-expect-error It is misspelled.
      case "NOT_SINGED_IN":
        return "never";
      default:
        return code;
    }
  };
  expect(nameOf("BAD_CREDENTIALS")).toBe("known");
  expect(nameOf("REDIRECTED")).toBe("REDIRECTED");
});
