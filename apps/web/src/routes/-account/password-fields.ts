import { PasswordChange } from "@studbook/domain/schemas/account";
import { strictObject } from "@studbook/domain/schemas/strict-object";
import { confirmation } from "../../features/forms/confirmation.ts";

/** What the change of a password asks for (specification, section 5). */
export const PasswordFields = strictObject({
  ...PasswordChange.shape,
  confirmation: confirmation("Confirm new password"),
}).refine((fields) => fields.newPassword === fields.confirmation, {
  path: ["confirmation"],
  message: "New passwords do not match",
});
