import { afterEach, expect, test, vi } from "vitest";
import { ChunkLoadError } from "../load-chunk.ts";
import { classifyProblem } from "./load-problem.tsx";

afterEach(() => vi.unstubAllGlobals());

const noResponse = new TypeError("Failed to fetch");

test.each([
  ["a call without a response", new Error("call", { cause: noResponse }), "unreachable"],
  ["a chunk without a response", new ChunkLoadError("chunk", { cause: noResponse }), "unreachable"],
  ["a response that is not JSON", new Error("call", { cause: new SyntaxError("end") }), "failed"],
  ["a refused call", new Error("The server refused"), "failed"],
  ["a bug in a page", noResponse, "failed"],
  ["a thrown string", "text", "failed"],
])("classifies %s while online", (_, error, problem) => {
  vi.stubGlobal("navigator", { onLine: true });
  expect(classifyProblem(error)).toBe(problem);
});

test("blames the connection for every error while offline", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(classifyProblem(new Error("The server refused"))).toBe("offline");
});
