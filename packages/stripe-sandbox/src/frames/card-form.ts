import type { Failure, FormOptions, FromForm, ToForm } from "../browser/messages.ts";
import { TEST_CARDS } from "../cards/test-cards.ts";
import { acceptPage } from "./accept-page.ts";
import { CardFields, FIELD_NAMES } from "./card-fields.ts";
import type { Values } from "./check-field.ts";
import { formatCardNumber } from "./format-card.ts";
import { tokenize } from "./tokenize.ts";

const TEST_CARD_VALID_YEARS = 3;
/** The appearance variables that the form supports. */
const APPEARANCE_VARIABLES = [
  "borderRadius",
  "colorBackground",
  "colorDanger",
  "colorPrimary",
  "colorText",
  "colorTextPlaceholder",
  "colorTextSecondary",
  "fontFamily",
  "fontSizeBase",
] as const;

const fields = new CardFields(document);
const accepted = acceptPage();
const list = document.querySelector(".notice ul");

async function start(): Promise<void> {
  const port = await accepted;
  const send = (message: FromForm) => port.postMessage(message);
  const sendChange = () => send({ type: "change", state: fields.state });
  if (list) {
    offerTestCards(list, (values) => {
      fields.fill(values);
      sendChange();
    });
  }
  port.onmessage = ({ data }: MessageEvent<ToForm>) => handleMessage(data, send, sendChange);
  listen(send, sendChange);
  new ResizeObserver(() => {
    send({ type: "height", px: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  send({ type: "ready" });
}

function listen(send: (message: FromForm) => void, sendChange: () => void): void {
  for (const name of FIELD_NAMES) {
    const input = fields.inputs[name];
    input.addEventListener("input", (event) => {
      fields.format(name, event instanceof InputEvent ? event.inputType : "");
      const error = fields.check(name);
      // Errors disappear once fixed, but an incomplete value is no error while the user is typing.
      fields.show(name, error && !error.code.startsWith("incomplete") ? error : undefined);
      sendChange();
    });
    input.addEventListener("blur", () => {
      if (input.value !== "") fields.show(name, fields.check(name));
      sendChange();
    });
  }
  window.addEventListener("focus", () => send({ type: "focus" }));
  window.addEventListener("blur", () => send({ type: "blur" }));
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape") send({ type: "escape" });
    if (key === "Enter" && target instanceof HTMLInputElement) send({ type: "enter" });
  });
  document.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
}

async function handleMessage(
  message: ToForm,
  send: (message: FromForm) => void,
  sendChange: () => void,
): Promise<void> {
  switch (message.type) {
    case "options":
      applyOptions(message.options);
      return;
    case "focus":
      fields.inputs.number.focus();
      return;
    case "blur":
      for (const name of FIELD_NAMES) fields.inputs[name].blur();
      return;
    case "clear":
      fields.fill({ number: "", expiry: "", cvc: "" });
      sendChange();
      return;
    case "validate": {
      const error = validate();
      send({ type: "reply", call: message.call, ...(error && { error }) });
      return;
    }
    case "tokenize":
      send({
        type: "reply",
        call: message.call,
        ...(await tokenize(fields.values, message.key, message.billing)),
      });
  }
}

function validate(): Failure | undefined {
  let first: Failure | undefined;
  for (const name of FIELD_NAMES) {
    const error = fields.check(name);
    fields.show(name, error);
    if (!error || first) continue;
    first = { type: "validation_error", ...error };
    fields.inputs[name].focus();
  }
  return first;
}

function applyOptions({ appearance, readOnly }: FormOptions): void {
  const root = document.documentElement;
  root.dataset.theme = appearance?.theme ?? "stripe";
  for (const name of APPEARANCE_VARIABLES) {
    const value = appearance?.variables?.[name];
    if (value) root.style.setProperty(`--${name}`, value);
    else root.style.removeProperty(`--${name}`);
  }
  for (const input of document.querySelectorAll("input")) input.readOnly = readOnly ?? false;
}

/** Lists the test cards. Clicking one calls `fill` with its details. */
function offerTestCards(list: Element, fill: (values: Values) => void): void {
  const year = String(new Date().getUTCFullYear() + TEST_CARD_VALID_YEARS).slice(2);
  for (const { number, hint } of TEST_CARDS) {
    if (!hint) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(line(formatCardNumber(number), "number"), line(hint, "hint"));
    button.addEventListener("click", () => {
      fill({ number: formatCardNumber(number), expiry: `12 / ${year}`, cvc: "123" });
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

start();
