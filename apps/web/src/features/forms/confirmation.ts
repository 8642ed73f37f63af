import { z } from "@studbook/domain/schemas/z";

/** The second typing of a password, in the form in which the first is compared. */
export function confirmation(label: string) {
  return z
    .string()
    .overwrite((text) => text.normalize("NFKC"))
    .min(1, `${label} is required`);
}
