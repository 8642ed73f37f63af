import type { ApiAccess } from "./call-api.ts";
import { IntegrationError } from "./integration-error.ts";
import type {
  BillingDetails,
  Failure,
  FormOptions,
  FormState,
  FromForm,
  ToForm,
} from "./messages.ts";
import { connectFrame, createFrame } from "./open-frame.ts";

export type ElementType = "payment" | "card";
type Reply = Extract<FromForm, { type: "reply" }>;
type FormRequest =
  | { type: "validate" }
  | { type: "tokenize"; key: string; billing: BillingDetails };

const TITLES: Record<ElementType, string> = {
  payment: "Secure payment input frame",
  card: "Secure card payment input frame",
};
const LOAD_TIMEOUT_MS = 15_000;

/** An Element: the card inputs, in a cross-origin frame that the page cannot read. */
export class CardElement {
  readonly #type: ElementType;
  readonly #api: ApiAccess;
  readonly #emitter = new Emitter();
  readonly #replies = new Map<number, (reply: Reply) => void>();
  readonly #onDestroy: () => void;
  #options: FormOptions;
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #calls = 0;
  #isDestroyed = false;

  constructor(type: ElementType, api: ApiAccess, options: FormOptions, onDestroy: () => void) {
    this.#type = type;
    this.#api = api;
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  /** @throws IntegrationError if the target does not exist or the Element was destroyed. */
  mount(target: string | HTMLElement): void {
    const container = typeof target === "string" ? document.querySelector(target) : target;
    if (this.#isDestroyed) {
      throw new IntegrationError(
        "This Element has already been destroyed. Please create a new one.",
      );
    }
    if (!container) {
      throw new IntegrationError(
        `The Element cannot be mounted: no element matches the selector ${target}.`,
      );
    }
    this.unmount();
    const url = new URL("/v3/card-form", this.#api.origin);
    const frame = createFrame(url, TITLES[this.#type]);
    this.#frame = frame;
    const timer = setTimeout(() => {
      if (this.#frame === frame)
        this.fail({ type: "api_connection_error", message: "The payment form did not load." });
    }, LOAD_TIMEOUT_MS);
    connectFrame(frame, this.#api.origin).then((port) => {
      if (this.#frame !== frame) return;
      this.#port = port;
      port.onmessage = ({ data }: MessageEvent<FromForm>) => {
        if (data.type === "ready") clearTimeout(timer);
        this.#receive(data);
      };
      this.#send({ type: "options", options: this.#options });
    });
    container.replaceChildren(frame);
  }

  unmount(): void {
    this.#port?.close();
    this.#frame?.remove();
    for (const reply of this.#replies.values()) {
      reply({
        type: "reply",
        call: 0,
        error: { type: "validation_error", message: "The payment form was closed." },
      });
    }
    this.#replies.clear();
    this.#port = undefined;
    this.#frame = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#emitter.clear();
    this.#isDestroyed = true;
    this.#onDestroy();
  }

  update(options: FormOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#send({ type: "options", options: this.#options });
  }

  focus(): void {
    this.#frame?.focus();
    this.#send({ type: "focus" });
  }

  blur(): void {
    this.#send({ type: "blur" });
  }

  clear(): void {
    this.#send({ type: "clear" });
  }

  /** Does nothing: the sandbox has only one payment method, which is always expanded. */
  collapse(): void {}

  on(type: string, handler: (event: object) => unknown): this {
    this.#emitter.add(type, handler, false);
    return this;
  }

  once(type: string, handler: (event: object) => unknown): this {
    this.#emitter.add(type, handler, true);
    return this;
  }

  off(type: string, handler?: (event: object) => unknown): this {
    this.#emitter.remove(type, handler);
    return this;
  }

  addEventListener(type: string, handler: (event: object) => unknown): this {
    return this.on(type, handler);
  }

  removeEventListener(type: string, handler?: (event: object) => unknown): this {
    return this.off(type, handler);
  }

  /** Emits `loaderror`. */
  fail(error: Failure): void {
    this.#emitter.emit("loaderror", { elementType: this.#type, error });
  }

  /** Shows all errors of the inputs and resolves with the first one. */
  async validate(): Promise<Failure | undefined> {
    return (await this.#request({ type: "validate" })).error;
  }

  /** Creates a payment method from the inputs, whose values never reach the page. */
  tokenize(billing: BillingDetails): Promise<Reply> {
    return this.#request({ type: "tokenize", key: this.#api.key, billing });
  }

  #request(request: FormRequest): Promise<Reply> {
    if (!this.#port) throw new IntegrationError("The Element is not mounted or not ready yet.");
    const call = ++this.#calls;
    return new Promise((resolve) => {
      this.#replies.set(call, resolve);
      this.#send({ ...request, call });
    });
  }

  #send(message: ToForm): void {
    this.#port?.postMessage(message);
  }

  #receive(message: FromForm): void {
    const elementType = this.#type;
    switch (message.type) {
      case "height":
        if (this.#frame) this.#frame.style.height = `${message.px}px`;
        return;
      case "reply":
        this.#replies.get(message.call)?.(message);
        this.#replies.delete(message.call);
        return;
      case "change":
        this.#emitter.emit("change", changeEvent(elementType, message.state));
        return;
      case "enter":
        this.#frame?.closest("form")?.requestSubmit();
        return;
      default:
        this.#emitter.emit(message.type, { elementType });
    }
  }
}

function changeEvent(elementType: ElementType, state: FormState): object {
  const { empty, complete, error, brand } = state;
  return elementType === "payment"
    ? { elementType, empty, complete, collapsed: false, value: { type: "card" } }
    : { elementType, empty, complete, error, brand, value: { postalCode: "" } };
}

type Handler = (event: object) => unknown;

class Emitter {
  #handlers: { type: string; handler: Handler; once: boolean }[] = [];

  add(type: string, handler: Handler, once: boolean): void {
    this.#handlers.push({ type, handler, once });
  }

  /** Removes one handler, or all handlers of the type if `handler` is undefined. */
  remove(type: string, handler: Handler | undefined): void {
    this.#handlers = this.#handlers.filter(
      (entry) => entry.type !== type || (handler !== undefined && entry.handler !== handler),
    );
  }

  emit(type: string, event: object): void {
    const hit = this.#handlers.filter((entry) => entry.type === type);
    this.#handlers = this.#handlers.filter((entry) => !(entry.once && hit.includes(entry)));
    for (const { handler } of hit) handler(event);
  }

  clear(): void {
    this.#handlers = [];
  }
}
