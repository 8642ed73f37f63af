import { StepLine } from "@studbook/ui/step-line";
import type { CurrentUser } from "../auth/current-user.ts";

const FIRST = ["Account Details", "Membership", "Payment"];
const LATER = ["Membership", "Payment"];

type PurchaseStepsProps = {
  /** Null for a guest, who creates an account first. */
  user: CurrentUser | null;
  step: "account" | "membership" | "payment";
};

/** The steps to a membership. Whoever has or had one does not see the creation of the account. */
export function PurchaseSteps({ user, step }: PurchaseStepsProps) {
  const steps = user?.membershipTier ? LATER : FIRST;
  const fromEnd = { account: 3, membership: 2, payment: 1 }[step];
  return <StepLine steps={steps} current={steps.length - fromEnd} />;
}
