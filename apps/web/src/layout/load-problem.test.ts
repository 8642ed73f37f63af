import { afterEach, expect, test, vi } from "vitest";
import { MissingPartError } from "../load-part.ts";
import { findProblem } from "./load-problem.tsx";

afterEach(() => vi.unstubAllGlobals());

const noAnswer = new TypeError("Failed to fetch");

test.each([
  ["a call without an answer", new Error("call", { cause: noAnswer }), "unreachable"],
  ["a part without an answer", new MissingPartError("part", { cause: noAnswer }), "unreachable"],
  ["an answer that is no JSON", new Error("call", { cause: new SyntaxError("end") }), "failed"],
  ["a refused call", new Error("The server refused"), "failed"],
  ["a mistake in a page", noAnswer, "failed"],
  ["what is no error", "text", "failed"],
])("online, %s", (_, error, problem) => {
  vi.stubGlobal("navigator", { onLine: true });
  expect(findProblem(error)).toBe(problem);
});

test("offline it is the connection, whatever the error says", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(findProblem(new Error("The server refused"))).toBe("offline");
});
