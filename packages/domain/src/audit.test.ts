import { describe, expect, it } from "vitest";
import { isAuditDetails } from "./audit.ts";

describe("the details of a record", () => {
  it.each([
    [{}, true],
    [{ by: "cli", rows: 3, searched: false }, true],
    [{ intent: "pi_3Nabc", attempt: "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2" }, true],
    [{ name: "Ann Lee" }, false],
    [{ email: "ann@example.com" }, false],
    [{ phone: "(512) 555-0100" }, false],
    [{ note: "x".repeat(65) }, false],
    [{ name: "Öberg" }, false],
    [{ by: "" }, false],
    [{ by: " cli" }, false],
    [{ by: "cli\n" }, false],
    [{ rows: 3, name: "Ann Lee" }, false],
    [{ amount: -0.5 }, true],
  ])("%j can be stored: %s", (details, isAllowed) => {
    expect(isAuditDetails(details)).toBe(isAllowed);
  });
});
