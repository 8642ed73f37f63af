import { expect, it } from "vitest";
import { explainFailure } from "./explain-failure.ts";

it("tells of a full disk without a stack", () => {
  // As Node.js throws it when an open file has no room.
  const error = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
  expect(explainFailure(error, false)).toBe("ENOSPC: no space left on device, write");
});
