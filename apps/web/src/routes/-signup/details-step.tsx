import {
  MAX_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_USERNAME_LENGTH,
} from "@studbook/domain/schemas/account";
import { Card } from "@studbook/ui/card";
import { PasswordField } from "@studbook/ui/password-field";
import { TextField } from "@studbook/ui/text-field";
import { Link } from "@tanstack/react-router";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import type { SendForm } from "../../features/forms/use-send-form.ts";
import type { AccountDetails } from "./account-details.ts";

const USERNAME_HINT = `${MIN_USERNAME_LENGTH} to ${MAX_USERNAME_LENGTH} letters, digits and the characters .\u00a0_\u00a0@\u00a0+\u00a0-`;

/** The first step. Its form belongs to the page, so that its values are kept in the second step. */
export function DetailsStep({ form }: { form: SendForm<AccountDetails, AccountDetails> }) {
  return (
    <Card className="mx-auto grid max-w-190 gap-5 p-5 md:p-8">
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblems form={form} />
        <TextField
          {...form.field("username")}
          label="Username"
          hint={USERNAME_HINT}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...form.field("password")}
          label="Password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field("confirmation")}
          label="Confirm password"
          hint="Type it once more"
          autoComplete="new-password"
        />
        <TextField
          {...form.field("email")}
          label="Email"
          isOptional
          hint="For receipts, and if you forget your password. We will send a link to confirm it."
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <SubmitButton isBusy={form.isBusy} className="md:justify-self-start">
          Continue to Membership Selection
        </SubmitButton>
      </form>
      <p className="border-t border-line pt-4">
        Already have an account?{" "}
        <Link to="/login" className="inline-flex min-h-11 items-center font-semibold">
          Sign In
        </Link>
      </p>
    </Card>
  );
}
