import { expect, it } from "vitest";
import { serve } from "../test/serve.ts";
import { createStudbookClient } from "./studbook-client.ts";

const photo = new File([new Uint8Array(1_000_000).fill(7)], "rex.jpg", { type: "image/jpeg" });

it("tells how much of an upload was sent", async () => {
  const received = Promise.withResolvers<Buffer>();
  const baseUrl = await serve(async (request, response) => {
    received.resolve(Buffer.concat(await Array.fromAsync(request)));
    response.end('{"urls":["/photos/1/1600.webp"]}');
  });
  const client = createStudbookClient({ baseUrl });
  const told: number[] = [];
  const urls = await client.uploadPhotos([photo], { onProgress: (part) => told.push(part) });
  expect(urls).toEqual(["/photos/1/1600.webp"]);
  expect((await received.promise).length).toBeGreaterThan(1_000_000);
  expect(told.length).toBeGreaterThan(2);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
});

it("rejects with what its listener throws and sends no more", async () => {
  const asked: Promise<"whole" | "cut">[] = [];
  const baseUrl = await serve((request) => {
    const whole = Array.fromAsync(request);
    asked.push(
      whole.then(
        () => "whole",
        () => "cut",
      ),
    );
  });
  const mistake = new RangeError("The bar is too short");
  // More than a connection holds: it cannot all be sent before the server is asked.
  const large = new Blob([new Uint8Array(32_000_000)]);
  const upload = createStudbookClient({ baseUrl }).uploadPhotos([large], {
    signal: new AbortController().signal,
    onProgress() {
      if (asked.length > 0) throw mistake;
    },
  });
  await expect(upload).rejects.toBe(mistake);
  expect(await Promise.all(asked)).toEqual(["cut"]);
});

it("rejects with what its listener throws at the end", async () => {
  const baseUrl = await serve((request) => request.resume());
  const mistake = new RangeError("The bar is too short");
  const upload = createStudbookClient({ baseUrl }).uploadPhotos([photo], {
    onProgress(part) {
      if (part === 1) throw mistake;
    },
  });
  await expect(upload).rejects.toBe(mistake);
});
