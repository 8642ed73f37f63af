import { pluralize } from "@studbook/domain/format";
import type { AdminUser } from "../../features/admin/admin-queries.ts";

export function formatUsersFound(n: number): string {
  return `${pluralize(n, "user", "users")} found`;
}

/** Returns the known parts of the name joined by a space, or '' if neither is known. */
export function fullName({ firstName, lastName }: AdminUser): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
