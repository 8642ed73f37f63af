import { createFileRoute } from "@tanstack/react-router";
import { pageWidth } from "../layout/page-width.ts";
import { SignupSteps } from "./-signup/signup-steps.tsx";

export const Route = createFileRoute("/signup")({ component: SignupPage });

function SignupPage() {
  const { viewer } = Route.useRouteContext();
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <meta name="robots" content="noindex" />
      <SignupSteps isSignedIn={viewer !== undefined} />
    </div>
  );
}
