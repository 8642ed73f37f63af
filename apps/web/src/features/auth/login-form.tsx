import { Login } from "@studbook/domain/schemas/account";
import { Card } from "@studbook/ui/card";
import { PasswordField } from "@studbook/ui/password-field";
import { TextField } from "@studbook/ui/text-field";
import { Link, useRouter } from "@tanstack/react-router";
import { useMutation } from "../../use-mutation.ts";
import { FormProblems } from "../forms/form-problems.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useSendForm } from "../forms/use-send-form.ts";
import { findReturnPath } from "./return-path.ts";
import { startSession } from "./session.ts";

type LoginFormProps = {
  /** The page to return to, from the address. */
  next: string | undefined;
};

export function LoginForm({ next }: LoginFormProps) {
  const router = useRouter();
  const { mutate } = useMutation("auth.login");
  const path = findReturnPath(next) ?? "/account";
  const form = useSendForm({
    schema: Login,
    defaultValues: { username: "", password: "" },
    failureTitle: () => "Login Failed",
    send: async (credentials) => {
      await startSession(router, await mutate(credentials), path);
    },
  });
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        <TextField
          {...form.field("username")}
          label="Username"
          hint="Or your account's confirmed email address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...form.field("password")}
          label="Password"
          autoComplete="current-password"
        />
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Sign In
        </SubmitButton>
      </form>
      <p className="border-t border-line pt-4">
        <Link to="/forgot-password" className="inline-flex min-h-11 items-center font-semibold">
          Forgot your password?
        </Link>
        <br />
        No account yet?{" "}
        <Link to="/signup" className="inline-flex min-h-11 items-center font-semibold">
          Create Account
        </Link>
      </p>
    </Card>
  );
}
