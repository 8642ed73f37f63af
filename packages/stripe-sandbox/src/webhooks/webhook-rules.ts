/** What becomes of the next `times` events of these types (of any type when none is named). */
export type WebhookRule = { types?: string[] | undefined; times: number } & (
  | { action: "lose" }
  | { action: "duplicate" }
  | { action: "delay"; ms: number }
);

/** The rules that tests have set; they end with the process. */
export class WebhookRules {
  #rules: WebhookRule[] = [];

  add(rule: WebhookRule): void {
    this.#rules.push(rule);
  }

  /** The first rule for an event of this type, used up by one. */
  take(type: string): WebhookRule | undefined {
    const rule = this.#rules.find(({ types }) => !types || types.includes(type));
    if (rule && --rule.times <= 0) this.#rules = this.#rules.filter((other) => other !== rule);
    return rule;
  }

  clear(): void {
    this.#rules = [];
  }
}
