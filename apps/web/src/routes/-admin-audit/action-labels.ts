import type { AuditAction } from "@studbook/domain/audit";

type ActionLabels = {
  /** For the filter. */
  label: string;
  /** Comes after the actor ('admin deactivated') and before the subject. For a payment it comes after the subject. */
  verb: string;
};

/** Returns the labels of an action. An unknown action, recorded by a newer version, is its own label. */
export function describeAction(action: string): ActionLabels {
  return isKnown(action) ? ACTION_LABELS[action] : { label: action, verb: action };
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(ACTION_LABELS, action);
}

export const ACTION_LABELS: Record<AuditAction, ActionLabels> = {
  "auth.signed-in": { label: "Signed in", verb: "signed in" },
  "auth.sign-in-failed": { label: "Sign-in failed", verb: "failed to sign in" },
  "auth.sign-in-refused": {
    label: "Sign-in refused",
    verb: "tried too often to sign in",
  },
  "auth.signed-up": { label: "Signed up", verb: "signed up" },
  "auth.signed-out": { label: "Signed out", verb: "signed out" },
  "account.password-check-failed": {
    label: "Password check failed",
    verb: "failed a password check",
  },
  "account.password-changed": { label: "Password changed", verb: "changed the password" },
  "account.password-reset": { label: "Password reset by link", verb: "reset the password by link" },
  "account.email-changed": { label: "Email changed", verb: "changed the email address" },
  "account.email-verified": { label: "Email confirmed", verb: "confirmed the email address" },
  "account.email-removed": { label: "Email removed", verb: "removed the confirmed email address" },
  "account.email-restored": { label: "Email restored", verb: "restored the email address" },
  "account.closed": { label: "Account closed", verb: "closed the account" },
  "user.deactivated": { label: "User deactivated", verb: "deactivated" },
  "user.reactivated": { label: "User reactivated", verb: "reactivated" },
  "user.password-reset": { label: "Password reset by operator", verb: "reset the password of" },
  "admin.granted": { label: "Admin rights granted", verb: "granted admin rights to" },
  "admin.revoked": { label: "Admin rights revoked", verb: "revoked admin rights from" },
  "ad.hidden": { label: "Ad hidden", verb: "hid" },
  "ad.restored": { label: "Ad restored", verb: "restored" },
  "users.exported": { label: "Users exported", verb: "exported the users" },
  "ads.exported": { label: "Ads exported", verb: "exported the ads" },
  "membership.activated": { label: "Membership activated", verb: "activated the membership of" },
  "payment.refunded": { label: "Payment refunded", verb: "was refunded" },
  "payment.disputed": { label: "Payment disputed", verb: "was disputed" },
  "coupon.created": { label: "Coupon created", verb: "created" },
  "coupon.changed": { label: "Coupon changed", verb: "changed" },
  "user.erased": { label: "User erased", verb: "erased" },
  "account.exported": { label: "Data exported", verb: "exported their own data" },
  "backup.written": { label: "Backup written", verb: "wrote a backup" },
  "backup.restored": { label: "Backup restored", verb: "restored a backup" },
};
