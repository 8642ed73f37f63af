import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MissingPartError } from "../../load-part.ts";
import { describeFailure } from "./describe-failure.ts";

const refusal = (data: object) =>
  TRPCClientError.from({ error: { code: -32009, message: "The server's sentence.", data } });

afterEach(() => vi.unstubAllGlobals());

describe("a refusal of the server", () => {
  test("is told in its words, with its code and what is wrong with each field", () => {
    const issues = [{ path: "username", message: "This username is taken." }];
    expect(describeFailure(refusal({ code: "USERNAME_TAKEN", httpStatus: 409, issues }))).toEqual({
      kind: "refused",
      text: "The server's sentence.",
      code: "USERNAME_TAKEN",
      issues,
    });
  });

  test.each([[undefined], ["text"], [[{ path: 1, message: "x" }, { message: "x" }, null, "text"]]])(
    "leaves out issues that are none: %j",
    (issues) => {
      expect(describeFailure(refusal({ code: "BAD_REQUEST", issues })).issues).toEqual([]);
    },
  );

  test("that came before the procedure is told in its words too", () => {
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

describe("what never reached the server", () => {
  const unanswered = TRPCClientError.from(new TypeError("Failed to fetch"));

  test.each([
    ["no answer", unanswered],
    ["a part of the page is missing", new MissingPartError("missing")],
  ])("is a matter of the connection: %s", (_case, error) => {
    vi.stubGlobal("navigator", { onLine: true });
    const { kind, text } = describeFailure(error);
    expect([kind, text]).toEqual(["unsent", expect.stringContaining("cannot be reached")]);
  });

  test("says that one is offline, whatever the error", () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(describeFailure(unanswered).text).toContain("You are offline");
  });
});

describe("what has no words of its own", () => {
  const noJson = TRPCClientError.from(new SyntaxError("Unexpected token"));

  test.each([
    ["an answer that is no JSON", noJson],
    ["anything else", "thrown text"],
  ])("is ours to mend: %s", (_case, error) => {
    vi.stubGlobal("navigator", { onLine: true });
    expect(describeFailure(error)).toEqual({
      kind: "refused",
      text: "Something went wrong on our side. Please try again.",
      code: undefined,
      issues: [],
    });
  });

  test("is told in the words of the page that asked", () => {
    vi.stubGlobal("navigator", { onLine: true });
    expect(describeFailure(noJson, "Signup failed").text).toBe("Signup failed");
  });
});
