import type { FormState } from "../browser/messages.ts";
import { checkField, type FieldError, type Values } from "./check-field.ts";
import {
  brandOf,
  cvcLength,
  type FieldName,
  formatCardNumber,
  formatExpiry,
} from "./format-card.ts";

export const FIELD_NAMES: readonly FieldName[] = ["number", "expiry", "cvc"];

/** The three inputs, formatted while the user types. */
export class CardFields {
  readonly inputs: Record<FieldName, HTMLInputElement>;

  constructor(form: ParentNode) {
    const find = (name: FieldName) => {
      const input = form.querySelector(`#${name}`);
      if (input instanceof HTMLInputElement) return input;
      throw new Error(`The form has no input ${name}.`);
    };
    this.inputs = { number: find("number"), expiry: find("expiry"), cvc: find("cvc") };
  }

  get values(): Values {
    const { number, expiry, cvc } = this.inputs;
    return { number: number.value, expiry: expiry.value, cvc: cvc.value };
  }

  get state(): FormState {
    const values = this.values;
    const errors = FIELD_NAMES.map((name) => this.check(name));
    const shown = FIELD_NAMES.find((name) => this.inputs[name].ariaInvalid === "true");
    const error = shown && this.check(shown);
    return {
      empty: FIELD_NAMES.every((name) => values[name] === ""),
      complete: errors.every((found) => found === undefined),
      brand: brandOf(values.number.replaceAll(" ", "")),
      error: error && { type: "validation_error", ...error },
    };
  }

  check(name: FieldName): FieldError | undefined {
    return checkField(name, this.values, new Date());
  }

  /** Formats the input and keeps the caret behind the same digit. */
  format(name: FieldName, inputType: string): void {
    const input = this.inputs[name];
    const isDeleting = inputType.startsWith("delete");
    const caret = input.selectionStart ?? input.value.length;
    const digitsBefore = countDigits(input.value.slice(0, caret));
    const isAtEnd = caret === input.value.length;
    const formatted = this.#formatted(name, input.value, isDeleting);
    if (formatted === input.value) return;
    input.value = formatted;
    const at = isAtEnd ? formatted.length : indexAfter(formatted, digitsBefore);
    input.setSelectionRange(at, at);
  }

  fill(values: Values): void {
    for (const name of FIELD_NAMES) {
      this.inputs[name].value = values[name];
      this.show(name, undefined);
    }
  }

  /** Shows the field's error, or removes it. */
  show(name: FieldName, error: FieldError | undefined): void {
    const input = this.inputs[name];
    input.ariaInvalid = error ? "true" : "false";
    const alert = input.ownerDocument.querySelector(`#${name}-error`);
    if (alert && alert.textContent !== (error?.message ?? "")) {
      alert.textContent = error?.message ?? "";
    }
  }

  #formatted(name: FieldName, typed: string, isDeleting: boolean): string {
    if (name === "expiry") return formatExpiry(typed, isDeleting);
    const digits = typed.replaceAll(/\D/g, "");
    if (name === "number") return formatCardNumber(digits);
    return digits.slice(0, cvcLength(this.state.brand));
  }
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, "").length;
}

function indexAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen++;
  }
  return text.length;
}
