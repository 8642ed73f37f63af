import { z } from "@studbook/domain/schemas/z";
import type { ToastContent } from "@studbook/ui/toast";

/** The schema of a field that repeats a password, normalized like the password itself. */
export function confirmation(label: string) {
  return z
    .string()
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}

/** The issue if the field does not repeat the new password (specification, section 5). */
export const NEW_PASSWORDS_DIFFER = {
  path: ["confirmation"],
  message: "New passwords do not match",
};

/** The toast after a password was changed or reset (specification, section 8). */
export const PASSWORD_CHANGED = {
  title: "Password changed successfully",
  tone: "success",
} satisfies ToastContent;
