import { describe, expect, test } from "vitest";
import { CheckoutChoice, IntentChoice, IntentRequest, MembershipConfirmation } from "./payment.ts";
import { listIssues } from "./strict-object.ts";
import type { z } from "./z.ts";

const TIER = "Membership must be basic or premium";

function issuesOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  return error ? listIssues(error) : [];
}

describe("the buyer's choice", () => {
  test.each([
    { membershipTier: "basic" },
    { membershipTier: "premium", couponCode: "NewStud" },
    { membershipTier: "basic", couponCode: "" },
    { membershipTier: "basic", couponCode: null },
  ])("is accepted if it is %j", (choice) => {
    expect(IntentChoice.parse(choice)).toEqual(choice);
  });

  test.each([
    ["membershipTier", "gold", TIER],
    ["membershipTier", undefined, TIER],
    ["couponCode", 7, "Coupon code must be text"],
    ["amount", 1, "Unknown field: amount"],
  ])("is refused if %s is %j", (path, value, message) => {
    const choice = { membershipTier: "basic", [path]: value };
    expect(issuesOf(IntentChoice, choice)).toEqual([{ path, message }]);
  });
});

test("a confirmation has an intent and a tier, and no other field", () => {
  const confirmation = { paymentIntentId: "pi_1", membershipTier: "premium" };
  expect(MembershipConfirmation.parse(confirmation)).toEqual(confirmation);
  expect(issuesOf(MembershipConfirmation, { ...confirmation, userId: "1" })).toEqual([
    { path: "userId", message: "Unknown field: userId" },
  ]);
  expect(issuesOf(MembershipConfirmation, {})).toMatchObject([
    { path: "paymentIntentId" },
    { path: "membershipTier", message: TIER },
  ]);
});

test("a request for an intent has its ID", () => {
  expect(IntentRequest.parse({ paymentIntentId: "pi_1" })).toEqual({ paymentIntentId: "pi_1" });
  expect(issuesOf(IntentRequest, {})).toMatchObject([{ path: "paymentIntentId" }]);
});

test("a checkout requires a tier", () => {
  expect(CheckoutChoice.parse({ membershipTier: "basic" })).toEqual({ membershipTier: "basic" });
  expect(issuesOf(CheckoutChoice, { membershipTier: "" })).toEqual([
    { path: "membershipTier", message: TIER },
  ]);
});
