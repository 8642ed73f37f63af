import { MAX_PHOTO_BYTES } from "@studbook/domain/photo-file";
import { expect, test } from "vitest";
import { findFileProblem } from "./read-file.ts";

const JPEG = [0xff, 0xd8, 0xff, 0xe0];

test("checks a file by its bytes, not by its name or type", async () => {
  const jpeg = new File([new Uint8Array(JPEG)], "dog.txt", { type: "text/plain" });
  const text = new File(["hello"], "dog.jpg", { type: "image/jpeg" });
  expect(await findFileProblem(jpeg)).toBeUndefined();
  expect(await findFileProblem(text)).toBe("dog.jpg is not a JPG or PNG image, or it is damaged.");
  expect(await findFileProblem(new File([], "empty.png"))).toMatch(/^empty\.png is not/);
});

test("accepts a file of 5 MiB and refuses one byte more", async () => {
  const sized = (bytes: number) =>
    new File([new Uint8Array(JPEG), new Uint8Array(bytes - 4)], "a.jpg");
  expect(await findFileProblem(sized(MAX_PHOTO_BYTES))).toBeUndefined();
  expect(await findFileProblem(sized(MAX_PHOTO_BYTES + 1))).toBe("a.jpg is larger than 5 MB.");
});
