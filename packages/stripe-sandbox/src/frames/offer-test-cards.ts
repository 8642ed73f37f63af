import { TEST_CARDS } from "../cards/test-cards.ts";
import type { Values } from "./check-field.ts";
import { formatNumber } from "./format-card.ts";

const VALID_FOR_YEARS = 3;

/** Lists the test cards; pressing one calls back with its details. */
export function offerTestCards(list: Element, fill: (values: Values) => void): void {
  const year = String(new Date().getUTCFullYear() + VALID_FOR_YEARS).slice(2);
  for (const { number, hint } of TEST_CARDS) {
    if (!hint) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(line(formatNumber(number), "number"), line(hint, "hint"));
    button.addEventListener("click", () => {
      fill({ number: formatNumber(number), expiry: `12 / ${year}`, cvc: "123" });
    });
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
}

function line(text: string, className: string): HTMLSpanElement {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}
