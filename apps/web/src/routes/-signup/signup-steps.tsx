import { formatDate, pluralize } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { pageAddress } from "@studbook/domain/page-address";
import { PLANS } from "@studbook/domain/plans";
import { MembershipTier } from "@studbook/domain/schemas/account";
import { z } from "@studbook/domain/schemas/z";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { getNow } from "../../clock.ts";
import { countDaysLeft } from "../../features/account/describe-membership.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { goTo, startSession } from "../../features/auth/session.ts";
import { describeFailure, type FieldIssue } from "../../features/forms/describe-failure.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { PurchaseSteps } from "../../features/payments/purchase-steps.tsx";
import { callMutation, callQuery, type Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { AccountDetails } from "./account-details.ts";
import { DetailsStep } from "./details-step.tsx";
import { MembershipStep, type UpgradePreview } from "./membership-step.tsx";

const USERNAME_TAKEN = "This username is taken. Please choose another.";

const MembershipChoice = z.object({ tier: MembershipTier });

type SignupStepsProps = {
  data: Data;
  /** Null for a guest. */
  user: CurrentUser | null;
  upgrade: UpgradePreview | undefined;
};

/** The first two steps to a membership. A signed-in user sees only the second one. */
export function SignupSteps({ data, user, upgrade }: SignupStepsProps) {
  const router = useRouter();
  const isAtPlans = useRouterState({
    select: ({ location }) => location.state.atMembershipStep === true,
  });
  const [details, setDetails] = useState<AccountDetails>();
  // The account may exist although the response was lost. Signing up again then signs in.
  const unansweredName = useRef<string>(undefined);
  const { mutate, pendingInput } = useMutation("auth.signup");
  const form = useSendForm({
    schema: AccountDetails,
    defaultValues: { username: "", password: "", confirmation: "", email: "" },
    send: async (checked) => {
      const issues = await findIssues(data, checked, unansweredName.current);
      if (issues.length > 0) {
        form.showIssues(issues);
        return;
      }
      setDetails(checked);
      choice.hookForm.clearErrors();
      await router.navigate({ to: "/signup", state: { atMembershipStep: true } });
    },
  });
  const choice = useSendForm({
    schema: MembershipChoice,
    defaultValues: { tier: "basic" },
    fallbackText: "Signup failed",
    send: async ({ tier }) => {
      if (!details) return;
      const { confirmation: _confirmation, ...account } = details;
      try {
        const created = await mutate({ ...account, membershipTier: tier });
        await startSession(router, created, pageAddress("/checkout", { tier }));
      } catch (error) {
        const { kind, code, issues } = describeFailure(error);
        if (kind === "unsent") unansweredName.current = account.username;
        if (code === "USERNAME_TAKEN" || issues.length > 0) {
          await router.navigate({ to: "/signup", replace: true });
          form.showIssues(issues);
        }
        throw error;
      }
    },
  });

  if (!user && !(isAtPlans && details)) {
    return (
      <>
        <StepHead title="Account Details" user={user} step="account" />
        <DetailsStep form={form} />
      </>
    );
  }
  return (
    <>
      <StepHead title="Choose Your Membership" user={user} step="membership">
        {user && <p className="text-ink-soft">{describeUser(user, upgrade)}</p>}
        <p className="text-ink-soft">Paid once a year. No hidden fees or commissions.</p>
      </StepHead>
      {choice.problems.length > 0 && (
        <div className="mx-auto mb-8 max-w-215">
          <FormProblems form={choice} />
        </div>
      )}
      <MembershipStep
        user={user}
        upgrade={upgrade}
        busyTier={pendingInput?.membershipTier}
        onChoose={(tier) => {
          if (user) return goTo(router, pageAddress("/checkout", { tier }));
          if (choice.isBusy) return;
          choice.hookForm.setValue("tier", tier);
          choice.submit();
        }}
        onBack={() => router.history.back()}
      />
    </>
  );
}

/** Asks the server early about the name, unless it may be the user's own, and about the password. */
async function findIssues(
  data: Data,
  { username, password }: AccountDetails,
  ownName: string | undefined,
): Promise<FieldIssue[]> {
  const [name, passwordCheck] = await Promise.allSettled([
    username === ownName ? undefined : callQuery(data, "auth.isNameAvailable", { username }),
    callMutation(data, "auth.checkPassword", { username, password }),
  ]);
  // Without an answer, the sign-up itself reports what is wrong.
  const isTaken = name.status === "fulfilled" && name.value?.available === false;
  return [
    ...(isTaken ? [{ path: "username", message: USERNAME_TAKEN }] : []),
    ...(passwordCheck.status === "rejected" ? describeFailure(passwordCheck.reason).issues : []),
  ];
}

function describeUser(user: CurrentUser, upgrade: UpgradePreview | undefined): string {
  const now = getNow();
  const signedIn = `Signed in as ${user.username}.`;
  const state = membershipState(user, now);
  if (state.kind !== "active") return signedIn;
  const runs = `${signedIn} ${PLANS[state.tier].name} runs until ${formatDate(state.expiresAt)}`;
  const days = countDaysLeft(state.expiresAt, now);
  const left = `${pluralize(days, "day is", "days are")} left`;
  if (upgrade?.decision.kind !== "allowed" || days === 0) return `${runs}.`;
  const { extraDays } = upgrade.decision.carriedOver;
  return `${runs}: ${left}, worth ${pluralize(extraDays, "day", "days")} of Premium.`;
}

type StepHeadProps = {
  title: string;
  user: CurrentUser | null;
  step: "account" | "membership";
  children?: ReactNode;
};

/** The title of a step, which gets the focus when the step changes. */
function StepHead({ title, user, step, children }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  const width = step === "account" ? "max-w-190" : "max-w-215 md:mb-11";
  return (
    <div className={`mx-auto mb-8 grid gap-3 ${width}`}>
      <title>{`${title} · Studbook`}</title>
      <div className="mb-2">
        <PurchaseSteps user={user} step={step} />
      </div>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h1>
      {children}
    </div>
  );
}
