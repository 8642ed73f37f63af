import { pluralize } from "@studbook/domain/format";
import type { AdminUser } from "../../features/admin/admin-queries.ts";

export function usersFound(n: number): string {
  return `${pluralize(n, "user", "users")} found`;
}

/** First and last name as far as they are known; '' when neither is. */
export function fullName({ firstName, lastName }: AdminUser): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}
