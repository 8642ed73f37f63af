import { Password, SignupEmail, Username } from "@studbook/domain/schemas/account";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import type { z } from "@studbook/domain/schemas/z";
import { confirmation } from "../../features/forms/confirmation.ts";

/** The fields of the first step of a signup (specification, sections 2 and 5). */
export const AccountDetails = strictObject({
  username: Username,
  password: Password,
  confirmation: confirmation("Confirm password"),
  email: SignupEmail,
}).refine((details) => details.password === details.confirmation, {
  path: ["confirmation"],
  message: "Passwords do not match",
});

export type AccountDetails = z.output<typeof AccountDetails>;
