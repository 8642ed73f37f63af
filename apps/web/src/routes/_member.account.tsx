import { createFileRoute } from "@tanstack/react-router";
import { useCurrentUser } from "../features/auth/use-current-user.ts";
import { LeaveGuard } from "../features/forms/leave-guard.tsx";
import { FormPage } from "../layout/form-page.tsx";
import { DangerZone } from "./-account/danger-zone.tsx";
import { InfoSection } from "./-account/info-section.tsx";
import { OwnData } from "./-account/own-data.tsx";
import { OwnListings } from "./-account/own-listings.tsx";
import { PasswordSection } from "./-account/password-section.tsx";

export const Route = createFileRoute("/_member/account")({ component: AccountPage });

function AccountPage() {
  const { data } = Route.useRouteContext();
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <FormPage title="My Account">
      <h1>My Account</h1>
      <LeaveGuard>
        <InfoSection user={user} />
        <PasswordSection username={user.username} />
      </LeaveGuard>
      <OwnListings data={data} />
      <OwnData />
      <DangerZone isAdmin={user.isAdmin} />
    </FormPage>
  );
}
