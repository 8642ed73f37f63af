import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ChunkLoadError } from "../../load-chunk.ts";
import { describeFailure } from "./describe-failure.ts";

const refusal = (data: object) =>
  TRPCClientError.from({ error: { code: -32009, message: "The server's sentence.", data } });

afterEach(() => vi.unstubAllGlobals());

describe("describeFailure of a refused call", () => {
  test("returns the server's message, code and issues", () => {
    const issues = [{ path: "username", message: "This username is taken." }];
    expect(describeFailure(refusal({ code: "USERNAME_TAKEN", httpStatus: 409, issues }))).toEqual({
      kind: "refused",
      text: "The server's sentence.",
      code: "USERNAME_TAKEN",
      issues,
    });
  });

  test.each([[undefined], ["text"], [[{ path: 1, message: "x" }, { message: "x" }, null, "text"]]])(
    "ignores malformed issues: %j",
    (issues) => {
      expect(describeFailure(refusal({ code: "BAD_REQUEST", issues })).issues).toEqual([]);
    },
  );

  test("returns the message of a refusal that came before tRPC", () => {
    const responseJSON = {
      error: "Too many requests. Please try again.",
      code: "TOO_MANY_REQUESTS",
    };
    const error = TRPCClientError.from(new Error("Unable to transform"), {
      meta: { responseJSON },
    });
    expect(describeFailure(error)).toEqual({
      kind: "refused",
      text: responseJSON.error,
      code: "TOO_MANY_REQUESTS",
      issues: [],
    });
  });
});

describe("describeFailure of a call without a response", () => {
  const noResponse = TRPCClientError.from(new TypeError("Failed to fetch"));

  test.each([
    ["a failed fetch", noResponse],
    ["a chunk that could not be loaded", new ChunkLoadError("missing")],
  ])("blames the connection for %s", (_case, error) => {
    vi.stubGlobal("navigator", { onLine: true });
    const { kind, text } = describeFailure(error);
    expect([kind, text]).toEqual(["unsent", expect.stringContaining("cannot be reached")]);
  });

  test("says that the user is offline, whatever the error is", () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(describeFailure(noResponse).text).toContain("You are offline");
  });
});

describe("describeFailure of any other error", () => {
  const noJson = TRPCClientError.from(new SyntaxError("Unexpected token"));

  test.each([
    ["a response that is not JSON", noJson],
    ["a thrown string", "thrown text"],
  ])("blames the server for %s", (_case, error) => {
    vi.stubGlobal("navigator", { onLine: true });
    expect(describeFailure(error)).toEqual({
      kind: "refused",
      text: "Something went wrong on our side. Please try again.",
      code: undefined,
      issues: [],
    });
  });

  test("uses the fallback text of the page", () => {
    vi.stubGlobal("navigator", { onLine: true });
    expect(describeFailure(noJson, "Signup failed").text).toBe("Signup failed");
  });
});
