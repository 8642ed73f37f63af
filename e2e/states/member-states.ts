import { ACCOUNT_DIALOGS, ACCOUNT_STATES } from "./member/account-states.ts";
import { AD_FORM_DIALOGS, AD_FORM_STATES } from "./member/ad-form-states.ts";
import { EMAIL_STATES } from "./member/email-states.ts";
import { MY_ADS_DIALOGS, MY_ADS_STATES } from "./member/my-ads-states.ts";
import { PURCHASE_STATES } from "./member/purchase-states.ts";
import { SIGN_IN_STATES } from "./member/sign-in-states.ts";
import type { State } from "./state.ts";

/** The states of the pages for signing in and for members. Each clears the cookies first. */
export const MEMBER_STATES: State[] = [
  ...SIGN_IN_STATES,
  ...PURCHASE_STATES,
  ...EMAIL_STATES,
  ...ACCOUNT_STATES,
  ...MY_ADS_STATES,
  ...AD_FORM_STATES,
];

/** The states with an open confirmation dialog. */
export const DIALOG_STATES: State[] = [...ACCOUNT_DIALOGS, ...MY_ADS_DIALOGS, ...AD_FORM_DIALOGS];
