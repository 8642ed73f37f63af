import { z } from "@studbook/domain/schemas/z";

/** The schema of a field that repeats a password, normalized like the password itself. */
export function confirmation(label: string) {
  return z
    .string()
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}
