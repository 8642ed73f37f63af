import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { RestoreForm } from "../features/auth/restore-form.tsx";
import { FormPage } from "../layout/form-page.tsx";

export const Route = createFileRoute("/restore-email")({
  validateSearch: queryReader<"/restore-email">("/restore-email"),
  component: RestoreEmailPage,
});

function RestoreEmailPage() {
  return (
    <FormPage title="Restore Your Email Address">
      <h1>Restore Your Email Address</h1>
      <RestoreForm token={Route.useSearch().token} />
    </FormPage>
  );
}
