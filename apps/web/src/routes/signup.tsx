import { membershipState } from "@studbook/domain/membership";
import { createFileRoute } from "@tanstack/react-router";
import { getNow } from "../clock.ts";
import { currentUser } from "../features/auth/current-user.ts";
import { useCurrentUser } from "../features/auth/use-current-user.ts";
import { pageWidth } from "../layout/page-width.ts";
import { apiQuery } from "../trpc.ts";
import { SignupSteps } from "./-signup/signup-steps.tsx";

export const Route = createFileRoute("/signup")({
  // With the loader, so that visitors do not load its query.
  codeSplitGroupings: [["loader", "component"]],
  loader: async ({ context: { data, viewer } }) => {
    if (!viewer) return undefined;
    const user = await data.queryClient.ensureQueryData(currentUser(data));
    const state = user && membershipState(user, getNow());
    if (state?.kind !== "active" || state.tier !== "basic") return undefined;
    const preview = apiQuery(data, "payments.checkout", { membershipTier: "premium" });
    return await data.queryClient.ensureQueryData(preview);
  },
  component: SignupPage,
});

function SignupPage() {
  const { data } = Route.useRouteContext();
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <meta name="robots" content="noindex" />
      <SignupSteps data={data} user={useCurrentUser()} upgrade={Route.useLoaderData()} />
    </div>
  );
}
