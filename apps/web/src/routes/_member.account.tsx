import { membershipState } from "@studbook/domain/membership";
import { createFileRoute } from "@tanstack/react-router";
import { getNow } from "../clock.ts";
import { emailStatus } from "../features/account/email-status.ts";
import { useCurrentUser } from "../features/auth/use-current-user.ts";
import { LeaveGuard } from "../features/forms/leave-guard.tsx";
import { FormPage } from "../layout/form-page.tsx";
import { DangerZone } from "./-account/danger-zone.tsx";
import { InfoSection } from "./-account/info-section.tsx";
import { OwnData } from "./-account/own-data.tsx";
import { OwnListings } from "./-account/own-listings.tsx";
import { PasswordSection } from "./-account/password-section.tsx";

export const Route = createFileRoute("/_member/account")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"]],
  loader: async ({ context: { data } }) => {
    await data.queryClient.prefetchQuery(emailStatus(data));
  },
  component: AccountPage,
});

function AccountPage() {
  const { data } = Route.useRouteContext();
  const user = useCurrentUser();
  if (!user) return null;
  const comesFirst = user.adCount > 0 || membershipState(user, getNow()).kind === "expired";
  return (
    <FormPage title="My Account">
      <h1>My Account</h1>
      {comesFirst && <OwnListings user={user} data={data} />}
      <LeaveGuard>
        <InfoSection user={user} data={data} />
        <PasswordSection username={user.username} />
      </LeaveGuard>
      {!comesFirst && <OwnListings user={user} data={data} />}
      <OwnData />
      <DangerZone isAdmin={user.isAdmin} />
    </FormPage>
  );
}
