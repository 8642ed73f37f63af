import { describe, expect, it } from "vitest";
import { readHead } from "./read-head.ts";

const read = (text: string) => readHead(Buffer.from(text));

describe("reading the head of a response", () => {
  it("returns the status and the lengths, whatever the case of the header", () => {
    const head = "HTTP/1.1 200 OK\r\nETag: 1\r\nContent-Length: 5\r\n\r\n";
    const expected = { status: 200, headBytes: head.length, bodyBytes: 5 };
    expect(read(`${head}hello`)).toEqual(expected);
    expect(read(head.toLowerCase().replace("http", "HTTP"))).toEqual(expected);
  });

  it("waits for the end of the head", () => {
    expect(read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r")).toBeUndefined();
  });

  it("expects no body after a 304", () => {
    expect(read("HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n")).toMatchObject({
      bodyBytes: 0,
    });
  });

  it("does not know the length of a chunked body", () => {
    const { bodyBytes } = read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") ?? {};
    expect(bodyBytes).toBeUndefined();
  });

  it("refuses a body that ends with the connection", () => {
    expect(() => read("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n")).toThrow("neither");
  });
});
