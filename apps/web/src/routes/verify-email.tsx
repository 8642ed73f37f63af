import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { VerifyForm } from "../features/auth/verify-form.tsx";
import { FormPage } from "../layout/form-page.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: queryReader<"/verify-email">("/verify-email"),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const { token, signup } = Route.useSearch();
  return (
    <FormPage title="Confirm Your Email Address">
      <h1>Confirm Your Email Address</h1>
      <VerifyForm token={token} isFromSignUp={signup !== undefined} />
    </FormPage>
  );
}
