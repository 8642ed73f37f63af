import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { multipartOf, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";

const site = useUploadSite();
const small = await smallFile();

describe("an upload body", () => {
  const cases: [string, (body: Buffer) => Buffer, number, RegExp][] = [
    ["truncated in a file", (body) => body.subarray(0, body.length - 200), 400, /interrupted/],
    ["truncated in part headers", (body) => body.subarray(0, 60), 400, /interrupted/],
    ["that is not multipart", () => Buffer.from('{"images": []}'), 400, /interrupted/],
    [
      "without a file",
      (body) => body.subarray(body.lastIndexOf("\r\n--") + 2),
      400,
      /at least one/,
    ],
    ["that is empty", () => Buffer.alloc(0), 400, /at least one/],
  ];
  it.each(cases)("%s is refused", async (_case, change, status, sentence) => {
    const { userId, cookie } = await site.createMember();
    const { payload, headers } = await multipartOf([small]);
    const response = await site.app.inject({
      method: "POST",
      url: UPLOAD,
      headers: { ...headers, cookie },
      payload: change(payload),
    });
    expect([response.statusCode, response.json().code]).toEqual([status, "BAD_REQUEST"]);
    expect(response.json().error).toMatch(sentence);
    expect(await site.countPhotos(userId)).toBe(0);
  });

  it("whose content type has no boundary is refused with an explanation", async () => {
    const { cookie } = await site.createMember();
    const { payload } = await multipartOf([small]);
    const headers = { cookie, "content-type": "multipart/form-data" };
    const response = await site.app.inject({ method: "POST", url: UPLOAD, headers, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(/header has no boundary/);
  });

  it("with a file in an unknown field is refused and the field named", async () => {
    const { cookie } = await site.createMember();
    const response = await site.upload(cookie, [{ ...small, field: "photo" }]);
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toEqual([{ path: "photo", message: "Unknown field: photo" }]);
  });

  it.each(["caption", "images"])(
    "with a text field %s is refused and the field named",
    async (name) => {
      const { cookie } = await site.createMember();
      const form = new FormData();
      form.append(name, "a dog");
      const body = new Response(form);
      const headers = { cookie, "content-type": body.headers.get("content-type") ?? "" };
      const payload = Buffer.from(await body.arrayBuffer());
      const response = await site.app.inject({ method: "POST", url: UPLOAD, headers, payload });
      expect(response.statusCode).toBe(400);
      expect(response.json().issues).toEqual([expect.objectContaining({ path: name })]);
    },
  );

  it.each(["application/json", "image/jpeg", undefined])("of type %s is refused", async (type) => {
    const { cookie } = await site.createMember();
    const headers = { cookie, ...(type && { "content-type": type }) };
    const response = await site.app.inject({ method: "POST", url: UPLOAD, headers, payload: "{" });
    expect(response.statusCode).toBe(415);
    expect(response.json().error).toBe("Send the photos as multipart/form-data.");
  });
});

describe("a visitor", () => {
  it("is refused before the body arrives", async () => {
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const address = site.app.server.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    const { headers } = await multipartOf([small]);
    const request = httpRequest({
      port: address.port,
      path: UPLOAD,
      method: "POST",
      headers: { ...headers, "content-length": 1_000_000 },
    });
    const status = await new Promise((resolve, reject) => {
      request.on("response", (response) => resolve(response.statusCode)).on("error", reject);
      request.write("--");
    });
    expect(status).toBe(401);
    request.destroy();
  });
});
