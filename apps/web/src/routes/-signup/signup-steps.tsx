import { pageAddress } from "@studbook/domain/pages";
import { MembershipTier } from "@studbook/domain/schemas/account";
import { z } from "@studbook/domain/schemas/z";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { goTo, startSession } from "../../features/auth/session.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { useMutation } from "../../use-mutation.ts";
import { AccountDetails } from "./account-details.ts";
import { DetailsStep } from "./details-step.tsx";
import { MembershipStep } from "./membership-step.tsx";

const MembershipChoice = z.object({ tier: MembershipTier });

/** Both steps of a signup. A signed-in user sees only the second one. */
export function SignupSteps({ isSignedIn }: { isSignedIn: boolean }) {
  const router = useRouter();
  const isAtPlans = useRouterState({
    select: ({ location }) => location.state.atMembershipStep === true,
  });
  const [details, setDetails] = useState<AccountDetails>();
  const { mutate, pendingInput } = useMutation("auth.signup");
  const form = useSendForm({
    schema: AccountDetails,
    defaultValues: { username: "", password: "", confirmation: "" },
    send: async (checked) => {
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
      const { username, password } = details;
      try {
        const user = await mutate({ username, password, membershipTier: tier });
        await startSession(router, user, pageAddress("/checkout", { tier }));
      } catch (error) {
        const { code, issues } = describeFailure(error);
        if (code === "USERNAME_TAKEN" || issues.length > 0) {
          await router.navigate({ to: "/signup", replace: true });
          form.showIssues(issues);
        }
        throw error;
      }
    },
  });

  if (!isSignedIn && !(isAtPlans && details)) {
    return (
      <>
        <StepHead step={1} title="Account Details" isCounted />
        <DetailsStep form={form} />
      </>
    );
  }
  return (
    <>
      <StepHead
        step={2}
        title="Choose Your Membership"
        text="Paid once a year. No hidden fees or commissions."
        isCounted={!isSignedIn}
      />
      {choice.problems.length > 0 && (
        <div className="mx-auto mb-8 max-w-215">
          <FormProblems form={choice} />
        </div>
      )}
      <MembershipStep
        busyTier={pendingInput?.membershipTier}
        onChoose={(tier) => {
          if (isSignedIn) return goTo(router, pageAddress("/checkout", { tier }));
          if (choice.isBusy) return;
          choice.hookForm.setValue("tier", tier);
          choice.submit();
        }}
        onBack={isSignedIn ? undefined : () => router.history.back()}
      />
    </>
  );
}

type StepHeadProps = { step: 1 | 2; title: string; text?: string; isCounted: boolean };

/** The title of a step, which gets the focus when the step changes. */
function StepHead({ step, title, text, isCounted }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  return (
    <div
      className={`mx-auto mb-8 grid max-w-190 gap-3 ${step === 2 ? "text-center md:mb-11" : ""}`}
    >
      <title>{`${title} · Studbook`}</title>
      {isCounted && (
        <p
          className={`flex items-center gap-2.5 text-md text-ink-soft ${step === 2 ? "justify-center" : ""}`}
        >
          <span className="h-1.25 w-14 rounded-sm bg-loden" />
          <span className={`h-1.25 w-14 rounded-sm ${step === 2 ? "bg-loden" : "bg-line"}`} />
          Step {step} of 2
        </p>
      )}
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h1>
      {text && <p className="text-ink-soft">{text}</p>}
    </div>
  );
}
