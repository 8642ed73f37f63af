import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** An ID in Stripe's format: `pi_3` and 23 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${prefix === "pi" ? "3" : "1"}${randomText(23)}`;
}
