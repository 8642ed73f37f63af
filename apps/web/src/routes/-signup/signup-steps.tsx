import type { Tier } from "@studbook/domain/plans";
import { ErrorSummary } from "@studbook/ui/error-summary";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { beginSession, goTo } from "../../features/auth/session.ts";
import { describeFailure, type Failure } from "../../features/forms/describe-failure.ts";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { AccountDetails } from "./account-details.ts";
import { DetailsStep } from "./details-step.tsx";
import { MembershipStep } from "./membership-step.tsx";
import { StepHead } from "./step-head.tsx";

/** Both steps of a signup. Who is signed in has only the membership left to choose. */
export function SignupSteps({ isSignedIn }: { isSignedIn: boolean }) {
  const router = useRouter();
  const isAtPlans = useRouterState({
    select: ({ location }) => location.state.atMembershipStep === true,
  });
  const [details, setDetails] = useState<AccountDetails>();
  const [busyTier, setBusyTier] = useState<Tier>();
  const isSending = useRef(false);
  const [unsent, setUnsent] = useState<{ message: string; attempt: number }>();
  const form = useSendForm({
    schema: AccountDetails,
    defaultValues: { username: "", password: "", confirmation: "" },
    send: async (checked) => {
      setDetails(checked);
      setUnsent(undefined);
      await router.navigate({ to: "/signup", state: { atMembershipStep: true } });
    },
  });

  const refuse = async ({ kind, code, text, issues }: Failure) => {
    if (kind === "unsent") {
      return setUnsent((last) => ({ message: text, attempt: (last?.attempt ?? 0) + 1 }));
    }
    if (code === "USERNAME_TAKEN" || issues.length > 0) {
      await router.navigate({ to: "/signup", replace: true });
      form.showIssues(issues);
    }
    await showToast({ title: "Error", text, tone: "destructive" });
  };
  const choose = async (tier: Tier) => {
    const checkout = `/checkout?tier=${tier}`;
    if (isSignedIn) return goTo(router, checkout);
    if (isSending.current || !details) return;
    isSending.current = true;
    setBusyTier(tier);
    setUnsent(undefined);
    try {
      const client = await router.options.context.data.getClient();
      const { username, password } = details;
      const user = await client.auth.signup.mutate({ username, password, membershipTier: tier });
      await beginSession(router, user, checkout);
    } catch (error) {
      await refuse(describeFailure(error, "Signup failed"));
    } finally {
      isSending.current = false;
      setBusyTier(undefined);
    }
  };

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
      {unsent && (
        <div className="mx-auto mb-8 max-w-215">
          <ErrorSummary errors={[unsent]} attempt={unsent.attempt} />
        </div>
      )}
      <MembershipStep
        busyTier={busyTier}
        onChoose={choose}
        onBack={isSignedIn ? undefined : () => router.history.back()}
      />
    </>
  );
}
