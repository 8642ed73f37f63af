import { expect, it } from "vitest";
import { serve } from "../test/serve.ts";
import { createStudbookClient } from "./studbook-client.ts";

const photo = new File([new Uint8Array(1_000_000).fill(7)], "rex.jpg", { type: "image/jpeg" });

it("reports the progress of an upload", async () => {
  const received = Promise.withResolvers<Buffer>();
  const baseUrl = await serve(async (request, response) => {
    received.resolve(Buffer.concat(await Array.fromAsync(request)));
    response.end('{"urls":["/photos/1/1600.webp"]}');
  });
  const client = createStudbookClient({ baseUrl });
  const fractions: number[] = [];
  const urls = await client.uploadPhotos([photo], {
    onProgress: (fraction) => fractions.push(fraction),
  });
  expect(urls).toEqual(["/photos/1/1600.webp"]);
  expect((await received.promise).length).toBeGreaterThan(1_000_000);
  expect(fractions.length).toBeGreaterThan(2);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

it.each([{}, { urls: "/photos/1/1600.webp" }, { urls: [null] }])(
  "rejects a response without photo URLs: %j",
  async (body) => {
    const baseUrl = await serve((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(200, { "x-request-id": "r-7" }).end(JSON.stringify(body));
      });
    });
    await expect(createStudbookClient({ baseUrl }).uploadPhotos([photo])).rejects.toMatchObject({
      code: "UNEXPECTED_ANSWER",
      requestId: "r-7",
    });
  },
);

it("aborts the upload and rejects if onProgress throws", async () => {
  const requests: Promise<"complete" | "aborted">[] = [];
  const baseUrl = await serve((request) => {
    requests.push(
      Array.fromAsync(request).then(
        () => "complete",
        () => "aborted",
      ),
    );
  });
  const mistake = new RangeError("The bar is too short");
  // Larger than the socket buffers, so the server sees the request before all of it is sent.
  const large = new Blob([new Uint8Array(32_000_000)]);
  const upload = createStudbookClient({ baseUrl }).uploadPhotos([large], {
    signal: new AbortController().signal,
    onProgress() {
      if (requests.length > 0) throw mistake;
    },
  });
  await expect(upload).rejects.toBe(mistake);
  expect(await Promise.all(requests)).toEqual(["aborted"]);
});

it("rejects if onProgress throws on the last call", async () => {
  const baseUrl = await serve((request) => request.resume());
  const mistake = new RangeError("The bar is too short");
  const upload = createStudbookClient({ baseUrl }).uploadPhotos([photo], {
    onProgress(part) {
      if (part === 1) throw mistake;
    },
  });
  await expect(upload).rejects.toBe(mistake);
});
