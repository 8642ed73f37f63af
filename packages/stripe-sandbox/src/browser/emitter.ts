type Handler = (event: object) => unknown;

/** Who listens to what. */
export class Emitter {
  #handlers: { type: string; handler: Handler; once: boolean }[] = [];

  add(type: string, handler: Handler, once: boolean): void {
    this.#handlers.push({ type, handler, once });
  }

  /** Without a handler, all of the type. */
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
