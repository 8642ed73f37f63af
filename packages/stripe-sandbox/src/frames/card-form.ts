import type { Failure, FromForm, ToForm } from "../browser/messages.ts";
import { acceptPage } from "./accept-page.ts";
import { applyOptions } from "./apply-options.ts";
import { CardFields, FIELD_NAMES } from "./card-fields.ts";
import { offerTestCards } from "./offer-test-cards.ts";
import { tokenize } from "./tokenize.ts";

const fields = new CardFields(document);
const accepted = acceptPage();
const list = document.querySelector(".notice ul");

async function start(): Promise<void> {
  const port = await accepted;
  const send = (message: FromForm) => port.postMessage(message);
  const tellChange = () => send({ type: "change", state: fields.state });
  if (list) {
    offerTestCards(list, (values) => {
      fields.fill(values);
      tellChange();
    });
  }
  port.onmessage = ({ data }: MessageEvent<ToForm>) => obey(data, send, tellChange);
  listen(send, tellChange);
  new ResizeObserver(() => {
    send({ type: "height", px: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  send({ type: "ready" });
}

function listen(send: (message: FromForm) => void, tellChange: () => void): void {
  for (const name of FIELD_NAMES) {
    const input = fields.inputs[name];
    input.addEventListener("input", (event) => {
      fields.format(name, event instanceof InputEvent ? event.inputType : "");
      const error = fields.check(name);
      // An error goes as soon as it is mended, but what is still being typed is not called wrong.
      fields.show(name, error && !error.code.startsWith("incomplete") ? error : undefined);
      tellChange();
    });
    input.addEventListener("blur", () => {
      if (input.value !== "") fields.show(name, fields.check(name));
      tellChange();
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

async function obey(
  order: ToForm,
  send: (message: FromForm) => void,
  tellChange: () => void,
): Promise<void> {
  switch (order.type) {
    case "options":
      applyOptions(order.options);
      return;
    case "focus":
      fields.inputs.number.focus();
      return;
    case "blur":
      for (const name of FIELD_NAMES) fields.inputs[name].blur();
      return;
    case "clear":
      fields.fill({ number: "", expiry: "", cvc: "" });
      tellChange();
      return;
    case "validate": {
      const error = validate();
      send({ type: "reply", call: order.call, ...(error && { error }) });
      return;
    }
    case "tokenize":
      send({
        type: "reply",
        call: order.call,
        ...(await tokenize(fields.values, order.key, order.billing)),
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

start();
