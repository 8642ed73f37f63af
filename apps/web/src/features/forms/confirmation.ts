import { z } from "@studbook/domain/schemas/z";

/** The field that repeats a password, normalized as the password itself is. */
export function confirmation(label: string) {
  return z
    .string()
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}
