import { expect, test } from "vitest";
import { issuesOf, parseRecord, TODAY } from "../../../test/record-changes.ts";

const STATUS = "Availability must be one of: available, frozen-only";
const FROZEN_ONLY = "Frozen-only date needs the availability frozen-only";

test.each([
  [{ status: "available" }, { status: "available" }],
  [
    { status: "frozen-only", since: TODAY },
    { status: "frozen-only", since: TODAY },
  ],
  [{ status: "available", since: null }, { status: "available" }],
  [{ status: "available", pausedUntil: "2027-01-15" }, { status: "available" }],
  [{ status: "available", pausedUntil: null }, { status: "available" }],
  [{ status: "available", pausedUntil: { deep: [7] } }, { status: "available" }],
  [{ pausedUntil: "2027-01-15" }, { status: "available" }],
  [{ status: "", since: "" }, null],
])("parses %j as %j", (availability, parsed) => {
  expect(parseRecord({ availability })).toEqual({ availability: parsed });
});

test.each([
  [{ status: "sold" }, [["status", STATUS]]],
  [{ status: true }, [["status", STATUS]]],
  [{ status: "frozen-only" }, [["since", "Frozen-only date is required"]]],
  [{ status: "frozen-only", since: "" }, [["since", "Frozen-only date is required"]]],
  [
    { status: "frozen-only", since: "2026-11-22" },
    [["since", "Frozen-only date cannot be in the future"]],
  ],
  [
    { status: "frozen-only", since: "2026-11" },
    [["since", "Frozen-only date must be a date like 2024-05-31"]],
  ],
  [{ status: "frozen-only", since: 2026 }, [["since", "Frozen-only date must be text"]]],
  [{ status: "available", since: TODAY }, [["since", FROZEN_ONLY]]],
  [{ since: TODAY }, [["since", FROZEN_ONLY]]],
  [
    { status: "frozen-only", until: TODAY },
    [
      ["until", "Unknown field: until"],
      ["since", "Frozen-only date is required"],
    ],
  ],
])("refuses %j", (availability, issues) => {
  expect(issuesOf({ availability })).toEqual(
    issues.map(([field, message]) => ({ path: `availability.${field}`, message })),
  );
});
