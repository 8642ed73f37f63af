import { createFileRoute } from "@tanstack/react-router";
import { ForgotForm } from "../features/auth/forgot-form.tsx";
import { FormPage } from "../layout/form-page.tsx";

export const Route = createFileRoute("/forgot-password")({ component: ForgotPasswordPage });

function ForgotPasswordPage() {
  return (
    <FormPage title="Forgot Your Password?">
      <h1>Forgot Your Password?</h1>
      <ForgotForm />
    </FormPage>
  );
}
