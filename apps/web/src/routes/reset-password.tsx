import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { ResetForm } from "../features/auth/reset-form.tsx";
import { FormPage } from "../layout/form-page.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: queryReader<"/reset-password">("/reset-password"),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  return (
    <FormPage title="Set a New Password">
      <h1>Set a New Password</h1>
      <ResetForm token={Route.useSearch().token} />
    </FormPage>
  );
}
