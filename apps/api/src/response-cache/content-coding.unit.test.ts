import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { chooseCoding, compress, compressWell } from "./content-coding.ts";

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.2, gzip; q=0.8", "gzip"],
  ["br;q=0.5, gzip;q=0.5", "br"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["*;q=0.1, gzip;q=0", "br"],
  ["identity", "identity"],
  ["identity;q=1, br;q=0.5", "identity"],
  ["identity;q=0, br", "br"],
  ["identity;q=0", "identity"],
  ["identity;q=0, *;q=0", "identity"],
  ["deflate", "identity"],
  ["br;q=2", "identity"],
  ["br;q=none, gzip", "gzip"],
  [`${"a,".repeat(2000)}gzip`, "gzip"],
])("chooses for Accept-Encoding %j: %s", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
  expect(chooseCoding(header)).toBe(coding);
});

it("compresses without loss", async () => {
  const text = Buffer.from("Golden Retriever ".repeat(1000));
  expect(gunzipSync(await compress(text, "gzip"))).toEqual(text);
  expect(brotliDecompressSync(await compress(text, "br"))).toEqual(text);
  expect(brotliDecompressSync(await compressWell(text))).toEqual(text);
});
