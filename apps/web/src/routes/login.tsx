import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { LoginForm } from "../features/auth/login-form.tsx";
import { FormPage } from "../layout/form-page.tsx";

export const Route = createFileRoute("/login")({
  validateSearch: queryReader<"/login">("/login"),
  beforeLoad: async (arrival) => (await import("../features/auth/guards.ts")).requireGuest(arrival),
  component: LoginPage,
});

function LoginPage() {
  const { next } = Route.useSearch();
  return (
    <FormPage title="Sign In">
      <h1>Sign In</h1>
      <LoginForm next={next} />
    </FormPage>
  );
}
