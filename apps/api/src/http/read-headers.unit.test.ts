import { expect, it } from "vitest";
import { findReadHeaders } from "./read-headers.ts";

const HOST = ["Host", "a.test"];

it("finds headers by their names in any case, and no others", () => {
  const raw = [
    ...["User-Agent", "x", "hOST", "a.test", "COOKIE", "a=1", "Accept", "*/*"],
    ...["if-none-match", '"1"', "Accept-Encoding", "br", "X-Forwarded-For", "192.0.2.1"],
  ];
  expect(findReadHeaders(raw)).toEqual({
    host: "a.test",
    cookie: "a=1",
    ifNoneMatch: '"1"',
    acceptEncoding: "br",
    forwardedFor: "192.0.2.1",
  });
});

it.each(["Authorization", "content-length", "Transfer-Encoding"])("finds none with %s", (name) => {
  expect(findReadHeaders([...HOST, name, "0"])).toBeUndefined();
});

it("finds none if the host is missing, or any of them is there twice, even empty", () => {
  expect(findReadHeaders([])).toBeUndefined();
  for (const name of ["host", "Cookie", "If-None-Match", "accept-encoding", "x-forwarded-for"]) {
    expect(findReadHeaders([...HOST, name, "", name.toUpperCase(), "b"])).toBeUndefined();
  }
});
