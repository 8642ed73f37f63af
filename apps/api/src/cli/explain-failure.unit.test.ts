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

it.each([
  ["role that is not known", "28000"],
  ["database that there is not", "3D000"],
  ["missing right", "42501"],
])("does not advise `migrate` to migrate, for a %s", (_what, code) => {
  const error = Object.assign(new Error("no"), { code });
  expect(explainFailure(error, false)).toContain("run `migrate` first");
  expect(explainFailure(error, false, "migrate")).not.toContain("run `migrate` first");
});
