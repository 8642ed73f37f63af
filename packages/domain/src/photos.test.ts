import { expect, test } from "vitest";
import { findPhotoId } from "./photo-id.ts";
import { isPhotoWidth, photoAtWidth, photoPath } from "./photos.ts";

const ID = "c663c648-d994-4002-b05e-678029b1fad0";

test("finds the ID in photo paths and changes their width, with or without an origin", () => {
  const path = photoPath(ID, 1600);
  expect(path).toBe(`/photos/${ID}/1600.webp`);
  expect(photoAtWidth(path, 320)).toBe(`/photos/${ID}/320.webp`);
  expect(photoAtWidth(`https://cdn.example.com/a/320.webp${path}`, 800)).toBe(
    `https://cdn.example.com/a/320.webp/photos/${ID}/800.webp`,
  );
  expect(findPhotoId(path)).toBe(ID);
  expect(findPhotoId(`https://cdn.example.com/media${path}`)).toBe(ID);
});

test.each([
  `/photos/${ID}/640.webp`,
  `/photos/${ID}/1600.webp?x=1`,
  `/photos/${ID}/../1600.webp`,
  `/photos/${ID.toUpperCase()}/1600.webp`,
  `/other/photos/${ID}/1600.webp`,
  `//evil.example/photos/${ID}/1600.webp`,
  `javascript:/photos/${ID}/1600.webp`,
  `https://example.com/?/photos/${ID}/1600.webp`,
  "",
])("finds no photo ID in %s", (url) => {
  expect(findPhotoId(url)).toBeUndefined();
});

test("accepts the three widths only as numbers", () => {
  expect([320, 800, 1600].every(isPhotoWidth)).toBe(true);
  expect([640, "320", undefined].some(isPhotoWidth)).toBe(false);
});
