import { pluralize } from "@studbook/domain/format";
import type { AdminUser } from "../../features/admin/admin-queries.ts";

export function usersFound(n: number): string {
  return `${pluralize(n, "user", "users")} found`;
}

/** Returns the first and last name as far as they are known, or ''. */
export function fullName({ firstName, lastName }: AdminUser): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
