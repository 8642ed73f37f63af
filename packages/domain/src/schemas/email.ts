import { clearableText, requiredText } from "./text.ts";

export const MAX_EMAIL_LENGTH = 254;

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  return local.length <= 64 && LOCAL_PART.test(local) && DOMAIN.test(text.slice(at + 1));
}

function rule(label: string) {
  return {
    label,
    max: MAX_EMAIL_LENGTH,
    check: (text: string) => (isEmail(text) ? undefined : `${label} must be a valid email address`),
  };
}

export function requiredEmail(label: string) {
  return requiredText(rule(label)).meta({ format: "email" });
}

/** An optional address, which null or '' clears. */
export function clearableEmail(label: string) {
  return clearableText(rule(label));
}
