import { expect, it } from "vitest";
import { explainFailure } from "./explain-failure.ts";

it("explains a full disk without a stack trace or codes", () => {
  // As Node.js throws it when an open file has no room.
  const error = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
  expect(explainFailure(error, { asJson: false })).toBe("no space left on device");
});

it.each([
  ["unknown role", "28000"],
  ["missing database", "3D000"],
  ["missing privilege", "42501"],
])("advises to run `migrate` for a %s, except in `migrate` itself", (_what, code) => {
  const error = Object.assign(new Error("no"), { code });
  expect(explainFailure(error, { asJson: false })).toContain("run `migrate` first");
  expect(explainFailure(error, { asJson: false, command: "migrate" })).not.toContain(
    "run `migrate` first",
  );
});
