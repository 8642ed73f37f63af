import { MAX_PHOTO_BYTES } from "@studbook/domain/photo-file";
import { expect, test } from "vitest";
import { PhotoProblem, preparePhoto } from "./prepare-photo.ts";

const JPEG = [0xff, 0xd8, 0xff, 0xe0];

const prepared = (file: File) =>
  preparePhoto(file).catch((error: unknown) => {
    if (error instanceof PhotoProblem) return error.message;
    throw error;
  });

test("checks a file by its bytes, not by its name or type", async () => {
  const jpeg = new File([new Uint8Array(JPEG)], "dog.txt", { type: "text/plain" });
  const text = new File(["hello"], "dog.jpg", { type: "image/jpeg" });
  expect(await prepared(jpeg)).toEqual({ file: jpeg });
  expect(await prepared(text)).toBe("dog.jpg was not added: it is not a JPG or PNG.");
  expect(await prepared(new File([], "empty.png"))).toMatch(/^empty\.png was not added/);
});

// Node cannot decode images; the browser tests have the photos that are drawn again.
test("leaves a JPG of 5 MiB alone, and refuses a larger one that cannot be decoded", async () => {
  const sized = (bytes: number) =>
    new File([new Uint8Array(JPEG), new Uint8Array(bytes - 4)], "a.jpg");
  const largest = sized(MAX_PHOTO_BYTES);
  expect(await prepared(largest)).toEqual({ file: largest });
  expect(await prepared(sized(MAX_PHOTO_BYTES + 1))).toBe("a.jpg is larger than 5 MB.");
});

test.each(["heic", "heix", "mif1"])("explains how to export a HEIC photo (%s)", async (brand) => {
  const file = new File([`\0\0\0\x18ftyp${brand}\0\0`], "IMG_1.HEIC");
  expect(await prepared(file)).toBe("IMG_1.HEIC was not added: it is not a JPG or PNG.");
});

test("says that a WebP that cannot be decoded is damaged", async () => {
  const file = new File(["RIFF\0\0\0\0WEBPVP8 "], "dog.webp");
  expect(await prepared(file)).toBe("dog.webp was not added: it is not a JPG or PNG.");
});
