import { AUDIT_STATES } from "./admin/audit-states.ts";
import { COUPON_STATES } from "./admin/coupon-states.ts";
import { DASHBOARD_STATES } from "./admin/dashboard-states.ts";
import { ADMIN_DIALOG_STATES } from "./admin/dialog-states.ts";
import { USER_STATES } from "./admin/user-states.ts";
import type { State } from "./state.ts";

/** The states of the admin pages. */
export const ADMIN_STATES: State[] = [
  ...DASHBOARD_STATES,
  ...USER_STATES,
  ...ADMIN_DIALOG_STATES,
  ...AUDIT_STATES,
  ...COUPON_STATES,
];
